import { expect, test } from 'vitest'
import { shareRuns } from '../../../platform/runtime/share-runs.ts'

function createTask() {
  const runs: { resolve(value: string): void; reject(error: Error): void }[] = []
  const ask = shareRuns(() => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    runs.push({ resolve, reject })
    return promise
  })
  return { runs, ask }
}
const settled = () => new Promise(resolve => setImmediate(resolve))

test('those who ask while it runs share one more run, which begins after they asked', async () => {
  const { runs, ask } = createTask()
  const first = ask()
  await settled()
  const later = [ask(), ask(), ask()]
  await settled()
  expect(runs).toHaveLength(1)
  runs[0]?.resolve('before')
  expect(await first).toBe('before')
  await settled()
  expect(runs).toHaveLength(2)
  runs[1]?.resolve('after')
  expect(await Promise.all(later)).toEqual(['after', 'after', 'after'])
  void ask()
  await settled()
  expect(runs).toHaveLength(3)
})

test('a run that fails fails for those who share it, and the next one is made', async () => {
  const { runs, ask } = createTask()
  const first = ask()
  await settled()
  const later = ask()
  runs[0]?.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await settled()
  runs[1]?.resolve('found')
  expect(await later).toBe('found')
})
