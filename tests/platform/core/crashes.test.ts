import { expect, test } from 'vitest'
import { makeTestDatabase } from '../test-database.ts'
import { createCrashRuns } from './crash-runs.ts'

// `npm run crashes` makes a hundred of it.
test('after SIGKILL every accepted flag counts and no environment is left', async () => {
  const database = await makeTestDatabase()
  const runs = await createCrashRuns(database?.url)
  try {
    for (const afterMs of [1500, 400]) await runs.crash(afterMs)
    await runs.finish()
    expect(runs.report.problems).toEqual([])
    expect(runs.report.accepted).toBeGreaterThan(0)
    expect(runs.report.killedEnvironments).toBeGreaterThan(0)
  } finally {
    await runs.close()
    await database?.drop()
  }
})
