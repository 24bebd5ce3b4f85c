import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { EnvironmentBlock, EventFile } from '../../../platform/event/event-schema.ts'

const documented = await readFile(join(import.meta.dirname, '../../../docs/events.md'), 'utf8')
const { environments, desktop, vpn, scoring } = EventFile.entries

test.each([
  ['event.yaml', EventFile],
  ['environments', environments.wrapped],
  ['desktop', desktop.wrapped],
  ['vpn', vpn.wrapped],
  ['scoring', scoring.wrapped],
  ['an environment of a challenge', EnvironmentBlock],
])('the fields of %s are documented', (_, { entries }) => {
  const isNamed = (field: string) => new RegExp(`\`${field}\\b`).test(documented)
  expect(Object.keys(entries).filter(field => !isNamed(field))).toEqual([])
})
