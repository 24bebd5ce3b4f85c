import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** Data attributes that other files read: the style sheet of another view, or code. */
const readByOthers: Readonly<Record<string, readonly string[]>> = {
  'src/inspector/actor-tree.tsx': ['data-machine'],
  'src/main.tsx': ['data-rendered'],
  'src/ui/calendar/challenge-rows.tsx': ['data-flag'],
  'src/ui/challenge/challenge-header.tsx': ['data-waiting'],
  'src/ui/challenge/solved/gain-line.tsx': ['data-moves'],
}

const read = (file: string) => readFileSync(file, 'utf8')
const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first = '']) => first)

/** The style sheets of a view, by the names under which it imports them. */
function sheetsOf(file: string, text: string) {
  const imports = text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)
  return [...imports].map(([, name = '', path = '']) => ({
    name,
    rules: read(join(dirname(file), path)),
  }))
}

test('each class and each data attribute of a view has a rule in a style sheet of the view', () => {
  const missing = globSync('src/**/*.tsx').flatMap(file => {
    const text = read(file)
    const sheets = sheetsOf(file, text)
    const view = text.replaceAll(/^import .*/gm, '')
    const classes = sheets.flatMap(({ name, rules }) =>
      found(view, new RegExp(`\\b${name}\\.(\\w+)`, 'g')).filter(
        one => !new RegExp(`\\.${one}\\b`).test(rules),
      ),
    )
    const attributes = found(view, /\b(data-[a-z-]+)=/g)
      .filter(one => !readByOthers[file]?.includes(one))
      .filter(one => !sheets.some(({ rules }) => rules.includes(`[${one}`)))
    return [...classes, ...attributes].map(one => `${file}: ${one}`)
  })
  expect(missing).toEqual([])
})

/** What says by its colour that something is good, needs care, or is bad. Other parts of a selector may stand beside. */
const meanings: Readonly<Record<'success' | 'warn' | 'danger', readonly string[]>> = {
  success: [
    ...['.success', '.copied', '.stamp', '[data-solved]', '[data-is="solved"]'],
    ...['[data-connected]', '[data-status="1"]', '[data-state="good"]'],
  ],
  warn: ['.warn', '[data-important]'],
  danger: [
    ...['.danger', '.error', '.failed', '[data-short]', '[data-taken]', '[data-status="2"]'],
    '[data-state="poor"]',
  ],
}

/** The colours with a meaning that a rule uses; none for a rule without colours. */
const tonesIn = (declarations: string) =>
  /\b(color|background|border|fill|stroke|shadow|ink|tint)\b/.test(declarations)
    ? [new Set(found(declarations, /var\(--(success|warn|danger)\b/g))]
    : []

test.each(Object.entries(meanings))('what is %s has its colours, and no others', (tone, states) => {
  const rules = globSync('src/{ui,desktop}/**/*.css').flatMap(file =>
    [...read(file).matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(
      ([, selector = '', declarations = '']) => ({
        selector: selector.replaceAll(/\/\*.*?\*\//gs, ''),
        declarations,
      }),
    ),
  )
  for (const state of states) {
    const isOf = new RegExp(`${state.replace(/\W/g, '\\$&')}(?![\\w-])`)
    const tones = rules
      .filter(({ selector }) => isOf.test(selector))
      .flatMap(({ declarations }) => tonesIn(declarations))
    expect(tones, state).not.toEqual([])
    for (const used of tones) expect([...used], state).toEqual([tone])
  }
})
