import { expect, test } from 'vitest'
import { machineFiles } from '../../tools/statechart/machine-files.ts'
import { depth } from '../support/depth.ts'
import { checkSentences, replayPaths } from './harness.ts'
import { models } from './models.ts'

test.each(models.map(model => [model.machine.id, model] as const))(
  'every state and transition of %s is reached by its generated paths',
  async (_, model) => {
    const { missing } = await replayPaths(model)
    expect(missing.map(({ label }) => label)).toEqual([])
  },
)

test.each(
  models.filter(({ behaviour }) => behaviour).map(model => [model.machine.id, model] as const),
)('every step of %s is as its sentences say', (_, model) => {
  const walked = checkSentences(model, depth)
  // If this fails, the walk is too short: raise the model's `walkLength`.
  expect(walked?.untried).toBe(0)
  expect(walked?.silent).toEqual([])
})

test('every machine has a model', () => {
  expect(models.map(model => model.machine.id).sort()).toEqual([...machineFiles().keys()].sort())
})
