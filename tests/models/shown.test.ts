import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MACHINES = 'src/machines'
const BEHAVIOURS = 'tests/models/behaviours'

/** What no sentence can check, since it is not a fact about a machine's state. */
const others: Readonly<Record<string, string>> = {
  'announcements listOf': 'an actor, which has sentences of its own',
  'challenge challengeChildren': 'actors, which have sentences of their own',
  'live hasStream': 'asks the system of an app',
}

const behaviours = readdirSync(BEHAVIOURS, { recursive: true, encoding: 'utf8' })
  .filter(name => name.endsWith('.ts'))
  .map(name => readFileSync(join(BEHAVIOURS, name), 'utf8'))

test('each selector that a page asks is asked by a sentence, too', () => {
  const unasked = readdirSync(MACHINES).flatMap(machine => {
    const selectors = selectorsOf(machine)
    const texts = behaviours.filter(text => text.includes(`machines/${machine}/selectors.ts'`))
    const isAsked = (name: string) =>
      texts.some(text => (text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0) > 1)
    return selectors.filter(name => !isAsked(name)).map(name => `${machine} ${name}`)
  })
  expect(unasked).toEqual(Object.keys(others))
})

function selectorsOf(machine: string): readonly string[] {
  const file = join(MACHINES, machine, 'selectors.ts')
  if (!existsSync(file)) return []
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name ?? '')
}
