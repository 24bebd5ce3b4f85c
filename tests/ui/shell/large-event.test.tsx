import { act, cleanup, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, expect, test } from 'vitest'
import { App } from '../../../src/ui/app.tsx'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { stubDialogs } from '../../support/dialogs.ts'
import { createFakeApp } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

afterEach(cleanup)

const SIZE = 100
const names = Array.from({ length: SIZE }, (_, index) => `Challenge ${index + 100}`)
const listChallenges = names.map((name, order) => ({
  categorySlug: 'web',
  slug: `c${order}`,
  name,
  order,
  difficulty: 'Easy',
}))
const challengeSolves = names.map(name => ({ name, flagSolves: [{ solveTimes: [] }] }))
const server = { listChallenges, getSolveTimes: { categories: [{ name: 'Web', challengeSolves }] } }

/** How many elements fit a selector: when the page first shows some, and at last. */
async function countsOf(path: string, selector: string, answers: object = {}) {
  stubDialogs()
  const { app } = createFakeApp({ path, server: { ...server, ...answers } })
  const counts: number[] = []
  // The data is there before the page.
  await act(settled)
  await act(settled)
  const record = () => void counts.push(document.querySelectorAll(selector).length)
  render(
    <Profiler id="app" onRender={record}>
      <AppProvider app={app}>
        <App />
      </AppProvider>
    </Profiler>,
  )
  // The code of the page comes later.
  await screen.findByRole('heading', { level: 1 })
  await act(settled)
  return [counts.find(count => count > 0), counts.at(-1)]
}

test('of a hundred cards, those in view are there first', async () => {
  expect(await countsOf('/', 'main li a')).toEqual([20, SIZE])
  expect(screen.getAllByRole('link', { name: 'Challenge 199' })).toHaveLength(1)
})

test('of a hundred cards in four categories, no more are there first', async () => {
  const categories = ['web', 'pwn', 'crypto', 'misc'].map((slug, order) => ({
    slug,
    name: slug,
    description: '',
    order,
  }))
  const inFour = listChallenges.map((one, index) => ({
    ...one,
    categorySlug: categories[index % 4]?.slug,
  }))
  const answers = { listCategories: categories, listChallenges: inFour }
  expect(await countsOf('/', 'main li a', answers)).toEqual([20, SIZE])
})

test('the cards that come later have their places at once', async () => {
  expect(await countsOf('/', 'main section[aria-labelledby="category-web"] li')).toEqual([
    SIZE,
    SIZE,
  ])
})

test('of a hundred links of the menu, those in view are there first', async () => {
  expect(await countsOf('/', 'nav a[href^="/challenge/"]')).toEqual([30, SIZE])
})

test('of a hundred rows of the flag calendar, the first have their cells first', async () => {
  expect(await countsOf('/solves-calendar', 'main tr[data-flag]')).toEqual([10, SIZE])
})
