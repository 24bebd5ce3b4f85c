import { expect, test } from 'vitest'
import { machineFiles } from '../../tools/statechart/machine-files.ts'
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
  expect(models.map(model => model.machine.id).sort()).toEqual([...machineFiles().keys()].sort())
})
