import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { reach } from './harness.ts'
import { models } from './models.ts'

test.each(models.map(model => [model.machine.id, model] as const))(
  'every state and transition of %s is reached by its generated paths',
  async (_, model) => {
    const { missing } = await reach(model)
    expect(missing.map(({ label }) => label)).toEqual([])
  },
)

test('every machine has a model', () => {
  const folders = readdirSync('src/machines', { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .filter(name => readdirSync(`src/machines/${name}`).includes('machine.ts'))
  expect(models.map(model => model.machine.id).sort()).toEqual(folders.sort())
})
