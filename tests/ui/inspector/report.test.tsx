import { expect, test } from 'vitest'
import { report } from '../../../scripts/models/report.ts'
import { reportPage } from '../../../scripts/models/report-page.ts'
import { specSentences } from '../../../scripts/models/spec-sentences.ts'
import { layoutInProcess } from '../../../tools/statechart/drawing/in-process.ts'
import { drawingOf } from '../../../tools/statechart/drawing/layout.ts'
import { copyModel } from '../../models/copy.model.ts'
import type { AnyModel } from '../../models/harness/fixtures.ts'

const copy = copyModel as unknown as AnyModel

const pageOf = (html: string) => new DOMParser().parseFromString(html, 'text/html')

test('the report of a machine has its chart with the coverage of its paths, the paths as steps, and what found its faults', async () => {
  const lines: string[] = []
  const html = await report([copy], line => lines.push(line))
  const fault = 'the secret that was copied stays in memory'
  expect(lines).toEqual([expect.stringContaining(fault), 'copy'])
  const page = pageOf(html)
  expect(page.querySelector('section p')?.textContent).toContain('Copies a text to the clipboard.')
  const heats = [...page.querySelectorAll('svg .heat')].map(one => one.getAttribute('data-heat'))
  expect(heats.length).toBeGreaterThan(4)
  expect(heats).not.toContain('0')
  expect(page.body.textContent).toContain('copy: requested → writeClipboard fails → time passes')
  expect(page.body.textContent).toMatch(
    new RegExp(`${fault}.*"It shows no text that was copied\\." is not true`, 's'),
  )
  expect(page.body.textContent).toContain('§9 A copy button shows confirmation for 2 s.')
})

test('the page loads nothing', async () => {
  const page = pageOf(await report([copy], () => {}))
  expect(page.querySelectorAll('script, link, img, iframe')).toHaveLength(0)
  const links = [...page.querySelectorAll('a')].map(one => one.getAttribute('href'))
  expect(links.filter(href => !href?.startsWith('#'))).toEqual([])
  expect(
    [...page.querySelectorAll('style')].map(({ textContent }) => textContent).join(),
  ).not.toMatch(/url\(|@import/)
})

test('a fault that nothing found says so, and what no path reaches is named', async () => {
  const { machine } = copy
  const page = pageOf(
    reportPage([
      {
        machine,
        file: 'copy.ts',
        states: {},
        taken: new Map(),
        sentences: [],
        paths: [],
        drawing: await drawingOf(machine, new Set(), layoutInProcess),
        missing: ['copied'],
        spec: [{ section: '4', text: 'It can be <copied>.' }],
        faults: [
          { what: 'it is copied twice', found: '' },
          { what: 'it is never copied', found: '"It is copied." is not true' },
        ],
        survivors: {},
      },
    ]),
  )
  const missed = [...page.querySelectorAll('.missed')].map(({ textContent }) => textContent)
  expect(missed).toEqual(['Not reached: copied', 'Nothing found it.'])
  expect(page.body.textContent).toContain('1 of 2')
  expect(page.body.textContent).toContain('§4 It can be <copied>.')
})

test('a sentence of the requirements belongs to the machines whose rules prove it', () => {
  const found = specSentences(`
## 4 States

| what the spec says | what proves it |
|---|---|
| A flag \\| a proof. | \`tests/machines/submission/a.test.ts\` › \`one\`<br>\`tests/machines/hints/a.test.ts\` › \`two\` |
| It has a title. | \`tests/ui/title.test.tsx\` › \`three\` |

## 5 Validation

| A name is short. | \`tests/machines/hints/b.test.ts\` › \`four\`<br>\`tests/machines/hints/b.test.ts\` › \`five\` |
`)
  expect([...found]).toEqual([
    ['submission', [{ section: '4', text: 'A flag | a proof.' }]],
    [
      'hints',
      [
        { section: '4', text: 'A flag | a proof.' },
        { section: '5', text: 'A name is short.' },
      ],
    ],
  ])
})
