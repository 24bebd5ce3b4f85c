import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { simpleMarkdown } from '../../../src/domain/text/simple-markdown.ts'
import MarkdownBody from '../../../src/ui/markdown/markdown-body.tsx'
import { SimpleText } from '../../../src/ui/markdown/simple-text.tsx'
import { createAround } from './around.tsx'

const around = await createAround()
afterEach(cleanup)

/** HTML without ids, and without the line breaks that the full renderer puts between blocks: both are invisible. */
const htmlOf = (view: React.ReactElement) => {
  const { innerHTML } = render(view, { wrapper: around }).container
  cleanup()
  return innerHTML
    .replaceAll(/>\n+</g, '><')
    .replaceAll(/\b_r_\w+_\b/g, 'id')
    .trim()
}

const simple = (text: string) => {
  const blocks = simpleMarkdown(text)
  return blocks && htmlOf(<SimpleText blocks={blocks} />)
}
const full = (text: string) => htmlOf(<MarkdownBody text={text} topHeading={2} />)

const steps =
  '1. **Connect.** Bring it into the VPN: four steps.\n2. It looks like `CTF{…}`. Some hide more.'
const rules = "- **Do not share flags**, not even with friends.\n- Read the challenge's text."

test.each([
  [steps, '<ol dir="auto"><li><strong>Connect.</strong> Bring it'],
  [rules, '<ul dir="auto"><li><strong>Do not share flags</strong>, not even'],
  [
    'Only `one` line.\n\nAnd another.',
    '<p>Only <code translate="no">one</code> line.</p><p>And another.</p>',
  ],
  ['Two *short*\nlines.\n\n```js\n<b>1</b>\n\n2\n```\n', '<p>Two <em>short</em>\nlines.</p><div'],
])('lists, paragraphs, fences, bold and code need no renderer: %j', (text, beginning) => {
  expect(simple(text)).toBe(full(text))
  expect(simple(text)).toContain(beginning)
})

test.each([
  'a [link](https://a.example)',
  'see www.a.example',
  'a@b.example',
  '# Heading',
  '| a |\n|---|',
  '<b>x</b>',
  '&amp;',
  'a_b_ and ~~c~~',
  'a*em*',
  '```\ncode',
  '    code',
  'a hard  \nbreak',
  'one\n===',
  '- one\n  - two',
  '- one\n\n- two',
  '1. one\n3. three',
  '- - one',
  '- 1. one',
  '- [ ] task',
  'one\\',
])('every other text is left to the renderer: %j', text => {
  expect(simpleMarkdown(text)).toBe(null)
})

const piece = fc.constantFrom(
  ...['a', 'word', ' ', '  ', '**', '*', '`', '``', '.', ',', ':', '!', '(', ')', '"', "'", '-'],
  ...[
    '1.',
    '2.',
    '1. ',
    '2. ',
    '- ',
    '+ ',
    '=',
    '\n',
    '\n\n',
    '\n- ',
    '\n2. ',
    '```\n',
    '\n```\n',
    '```js\n',
    '*e*',
    '**b**',
    '`c`',
    '_',
  ],
  ...[
    'é',
    '…',
    '{',
    '}',
    '<',
    '>',
    '&',
    '#',
    '[',
    ']',
    '|',
    '\\',
    '\t',
    '~',
    '/',
    'http://a.b',
    '0',
  ],
)

test('a text that needs no renderer is shown as the renderer shows it', () => {
  let simples = 0
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), pieces => {
      const text = pieces.join('')
      const shown = simple(text)
      if (shown === null || shown === '') return
      simples += 1
      expect(shown).toBe(full(text))
    }),
    { numRuns: 3000 },
  )
  expect(simples).toBeGreaterThan(100)
})
