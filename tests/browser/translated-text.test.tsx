import { act } from '@testing-library/react'
import { Fragment, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowTranslation } from '../../src/browser/language/translated-text.ts'

const page = document.createElement('main')
const { insertBefore, removeChild } = Node.prototype

beforeAll(() => {
  document.body.append(page)
  allowTranslation(page)
})
afterAll(() => {
  Object.assign(Node.prototype, { insertBefore, removeChild })
  page.remove()
})

/** The texts of the page that are not in an element of this name. */
function textsOutside(nodeName: string): readonly Text[] {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  while (walker.nextNode()) texts.push(walker.currentNode as Text)
  return texts.filter(text => text.parentElement?.nodeName !== nodeName)
}

/** Writes each text in capitals, in its own element, which replaces React's text node. */
function translate() {
  for (const text of textsOutside('FONT')) {
    const translation = document.createElement('font')
    translation.textContent = text.data.toUpperCase()
    text.replaceWith(translation)
  }
}

/** Puts each number into its own element, as extensions do that mark words or convert prices. */
function mark() {
  for (const text of textsOutside('MARK')) {
    const parts = text.data.split(/(\d+)/).map(part => {
      if (!/\d/.test(part)) return part
      const marked = document.createElement('mark')
      marked.textContent = `[${part}]`
      return marked
    })
    if (parts.length > 1) text.replaceWith(...parts)
  }
}

const read = (...views: ReactNode[]) => readAfter(translate, ...views)

/** What a page that is changed by others reads after each of the views, and after all were removed. */
async function readAfter(change: () => void, ...views: ReactNode[]) {
  const root = createRoot(page)
  const seen: (string | null)[] = []
  for (const view of [...views, null]) {
    await act(async () => root.render(view))
    change()
    // Lets the observers run first.
    await Promise.resolve()
    seen.push(page.textContent)
  }
  await act(async () => root.unmount())
  return seen
}

test('a text that changes is translated again', async () => {
  const points = (count: number) => (
    <p>
      <b>alice</b> has {count} points
    </p>
  )
  expect(await read(points(1), points(2), points(3))).toEqual([
    'ALICE HAS 1 POINTS',
    'ALICE HAS 2 POINTS',
    'ALICE HAS 3 POINTS',
    '',
  ])
})

test('a text whose numbers an extension has marked shows what is true now, and is removed as a whole', async () => {
  const score = (text: string, hasSpeaker = false) => (
    <p>
      {hasSpeaker && <b>alice: </b>}
      {text}
      {' now'}
    </p>
  )
  expect(
    await readAfter(mark, score('has 1 of 9'), score('has 2 of 9', true), score('', true)),
  ).toEqual(['has [1] of [9] now', 'alice: has [2] of [9] now', 'alice:  now', ''])
})

test('elements that come and go find their place beside texts', async () => {
  const line = (...parts: ReactNode[]) => (
    <p>
      {parts.map((part, index) => (
        // The index is a stable key: each part keeps its place.
        <Fragment key={index}>{part}</Fragment>
      ))}
    </p>
  )
  const seen = await read(
    line('wait ', null, 'now ', 'end'),
    line(null, <b>bold </b>, 'now ', 'end'),
    line('wait ', 'text ', null, 'end'),
    line(<b>bold </b>, null, 'now ', 'the end'),
  )
  expect(seen).toEqual(['WAIT NOW END', 'BOLD NOW END', 'WAIT TEXT END', 'BOLD NOW THE END', ''])
})

test('a translation that is taken back leaves the text to React', async () => {
  const root = createRoot(page)
  const show = (count: number) => act(async () => root.render(<p>has {count} points</p>))
  await show(1)
  const own = [...(page.firstElementChild?.childNodes ?? [])]
  translate()
  await Promise.resolve()
  page.firstElementChild?.replaceChildren(...own)
  await show(2)
  expect(page.textContent).toBe('has 2 points')
  await act(async () => root.unmount())
})
