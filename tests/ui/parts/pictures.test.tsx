import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Handout } from '../../../src/api/contract.ts'
import { AppProvider } from '../../../src/ui/app-context.tsx'
import { HandoutsProvider } from '../../../src/ui/markdown/handouts.ts'
import MarkdownBody from '../../../src/ui/markdown/markdown-body.tsx'
import { createFakeApp } from '../../support/fake-app.ts'

afterEach(cleanup)

const plan: Handout = {
  name: 'plan.png',
  bytes: 9,
  url: 'https://api.example/plan?expires=1',
  width: 640,
  height: 480,
}

function shown(text: string, files: readonly Handout[]) {
  const { app } = createFakeApp()
  const view = (these: readonly Handout[]) => (
    <AppProvider app={app}>
      <HandoutsProvider value={these}>
        <MarkdownBody text={text} topHeading={2} />
      </HandoutsProvider>
    </AppProvider>
  )
  const { container, rerender } = render(view(files))
  const picture = () => {
    const found = container.querySelector('img')
    if (!found) throw new Error('there is no picture')
    return found
  }
  const read = (url: string) => rerender(view(files.map(file => ({ ...file, url }))))
  return { container, picture, read, src: () => picture().getAttribute('src') }
}

test('a picture among the files of a challenge is shown in its room', () => {
  const picture = shown('![Plan of the hangar](plan.png "From above")', [plan]).picture()
  expect(
    Object.fromEntries(Array.from(picture.attributes, ({ name, value }) => [name, value])),
  ).toEqual({
    src: plan.url,
    alt: 'Plan of the hangar',
    title: 'From above',
    width: '640',
    height: '480',
    loading: 'lazy',
    decoding: 'async',
  })
})

test.each([
  ['./plan.png', 'plan.png'],
  ['maps/plan%201.png', 'maps/plan 1.png'],
  ['<maps/plan 1.png>', 'maps/plan 1.png'],
  ['pl%C3%A4n.png', 'plän.png'],
  ['plän.png', 'plän.png'],
  ['1.png', '1.png'],
  ['100%.png', '100%.png'],
  ['%ff.png', '%ff.png'],
])('%s means the file %s', (path, name) => {
  expect(shown(`![plan](${path})`, [{ ...plan, name }]).src()).toBe(plan.url)
})

test.each([
  'other.png',
  'PLAN.PNG',
  '../plan.png',
  'maps/../plan.png',
  '..%2fplan.png',
  '.././plan.png',
  'plan.png?x',
  'plan.png#x',
  'plan.png%00',
  '%',
  '%ff',
  '?',
  'constructor',
  '__proto__',
  'notes.txt',
  'javascript:plan.png',
  'data:image/png;base64,iVBORw0KGgo=',
  'blob:plan.png',
  '//plan.png',
  'https://evil.example/plan.png',
])('%s is none of the files: its description is shown', path => {
  const { container } = shown(`![Plan of the hangar](<${path}>)`, [
    plan,
    { name: 'notes.txt', bytes: 1 },
  ])
  expect(container.querySelector('img')).toBe(null)
  expect(container.textContent).toContain('Plan of the hangar')
})

test.each([
  'javascript:alert(1)',
  'data:image/svg+xml,<svg/>',
  'blob:x',
  'mailto:a@b.org',
  'http://',
])('a backend that links a picture to %s has none', url => {
  const { container } = shown('![Plan](plan.png)', [{ ...plan, url }])
  expect([container.querySelector('img'), container.textContent]).toEqual([null, 'Plan'])
})

test('a backend without sizes or links shows what it has', () => {
  const { width, height, ...unsized } = plan
  expect(shown('![Plan](plan.png)', [unsized]).src()).toBe(plan.url)
  cleanup()
  const { url, ...unlinked } = plan
  expect(shown('![Plan](plan.png)', [unlinked]).container.textContent).toBe('Plan')
})

test('a new link to a picture that is shown is not followed, and the text stays as it is', () => {
  const { picture, read, src } = shown('![Plan](plan.png)', [plan])
  const before = picture()
  fireEvent.load(before)
  for (const url of ['https://api.example/plan?expires=2', 'https://api.example/plan?expires=3'])
    read(url)
  expect(src()).toBe(plan.url)
  expect(picture()).toBe(before)
})

test('a picture whose link has ended takes the newest, and keeps it', () => {
  const { picture, read, src } = shown('![Plan](plan.png)', [plan])
  fireEvent.error(picture())
  read('https://api.example/plan?expires=2')
  expect(src()).toBe('https://api.example/plan?expires=2')
  fireEvent.error(picture())
  read('https://api.example/plan?expires=3')
  expect(src()).toBe('https://api.example/plan?expires=3')
  fireEvent.load(picture())
  read('https://api.example/plan?expires=4')
  expect(src()).toBe('https://api.example/plan?expires=3')
})
