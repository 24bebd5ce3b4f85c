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
