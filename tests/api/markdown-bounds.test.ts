import { expect, test } from 'vitest'
import { boundMarkdown } from '../../src/api/markdown-bounds.ts'
import { large } from '../attacks/markdown-payloads.ts'

const unchanged = (text: string) => ({ text, isCut: false, isCode: false })
const nested = (depth: number) =>
  Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')

test.each([
  ['an ordinary text', '# Title\n\nSome *text* with [a link](https://example.org).\n\n> quoted\n'],
  ['ten lists in each other', nested(10)],
  ['ten quotes in each other', `${'> '.repeat(10)}a`],
  ['brackets in code', `\`\`\`\n${'[['.repeat(8)}${']]'.repeat(8)}\n\`\`\``],
  ['a table of 20 columns and 100 rows', `${`${'| a_b '.repeat(20)}|\n`.repeat(100)}`],
  ['a listing of 800 lines', `\`\`\`c\n${'  int a_b = c[d * 2];\n'.repeat(800)}\`\`\``],
  ['forty thousand characters', 'Some words in a line.\n'.repeat(1800)],
])('%s stays as it is', (_, text) => {
  expect(boundMarkdown(text)).toEqual(unchanged(text))
})

test.each(large)('of %s, what is made is left alone when it is bounded again', (_, text) => {
  const bound = boundMarkdown(text)
  expect(boundMarkdown(bound.text)).toEqual(unchanged(bound.text))
})

test('a text that is shown as typed is complete, whatever fences are in it', () => {
  const text = `${'>'.repeat(500)}\n\`\`\`\`\ncode`
  const fence = '`````'
  expect(boundMarkdown(text).text).toBe(`${fence}\n${text}\n${fence}`)
})

test('a text that is cut ends with an ellipsis, and never within a character', () => {
  const { text, isCut } = boundMarkdown('😀'.repeat(40_000).slice(1))
  expect([isCut, text.at(-1), text.isWellFormed(), text.length]).toEqual([true, '…', true, 50_000])
})
