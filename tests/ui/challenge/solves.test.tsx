import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { detail } from '../../support/challenge.ts'
import { metadata, type Server } from '../../support/fake-app.ts'
import { showChallenge } from './show.tsx'

afterEach(cleanup)

const time = '2026-05-01T11:00:00.000Z'
const solved = (accountId: string, displayName: string) => ({ accountId, displayName, time })
const server: Server = {
  getMetadata: { ...metadata, extensions: ['challenges'] },
  getChallenge: { ...detail, solves: 2, firstBlood: solved('b', 'Owls') },
  listSolves: { solves: [solved('b', 'Owls'), solved('a1', 'Foxes')] },
}

/** jsdom has no popovers. */
function toggle(newState: string) {
  const popover = document.querySelector('[popover]:has(ol, p, h2)') as HTMLElement
  const event = new Event('toggle')
  Object.assign(event, { newState })
  fireEvent(popover, event)
  return within(popover)
}

test('number of solves and first blood stand in the header', async () => {
  const { countOf } = await showChallenge(server)
  screen.getByRole('button', { name: '2 solves' })
  expect(screen.getByText(/^First blood:/).textContent).toMatch(/^First blood: Owls, /)
  expect(countOf('listSolves')).toBe(0)
})

test("solvers are read when the list is opened, and the user's own account is marked", async () => {
  const { settle } = await showChallenge(server)
  const list = toggle('open')
  await settle()
  const items = list.getAllByRole('listitem', { hidden: true })
  expect(items.map(item => item.textContent)).toEqual([
    expect.stringMatching(/^1\.Owls/),
    expect.stringMatching(/^2\.Foxes/),
  ])
  expect(items.map(item => item.hasAttribute('data-own'))).toEqual([false, true])
})

test('a list that is closed is read no longer', async () => {
  const { countOf, pass, settle } = await showChallenge(server)
  toggle('open')
  await settle()
  toggle('closed')
  const before = countOf('listSolves')
  await pass(10 * 60_000)
  expect(countOf('listSolves')).toBe(before)
})

test('the first 500 solvers are listed', async () => {
  const solves = Array.from({ length: 501 }, (_, index) => solved(`s${index}`, `Solver ${index}`))
  const { settle } = await showChallenge({ ...server, listSolves: { solves } })
  const list = toggle('open')
  await settle()
  expect(list.getAllByRole('listitem', { hidden: true }).at(-1)?.textContent).toMatch(
    /^500\.Solver 499/,
  )
})

test('the list says times as the header does', async () => {
  const { settle } = await showChallenge(server)
  const list = toggle('open')
  await settle()
  const times = [...document.querySelectorAll('time')].map(({ textContent }) => textContent)
  expect(times.length).toBeGreaterThan(list.getAllByRole('listitem', { hidden: true }).length)
  expect(new Set(times).size).toBe(1)
})

test('a challenge that nobody has solved says so', async () => {
  const { settle } = await showChallenge({
    ...server,
    getChallenge: { ...detail, solves: 0, firstBlood: null },
    listSolves: { solves: [] },
  })
  screen.getByRole('button', { name: '0 solves' })
  const list = toggle('open')
  await settle()
  list.getByText('Nobody yet. Be the first!')
})

test('a backend without the extension shows no solves', async () => {
  await showChallenge({ getMetadata: metadata })
  await act(async () => {})
  expect(screen.queryByRole('button', { name: /solve/ })).toBe(null)
})
