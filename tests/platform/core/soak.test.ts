import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createProcessDriver } from '../../../platform/environments/process/driver.ts'
import { createLog } from '../../../platform/log.ts'
import { soak } from '../../soak/soak.ts'
import { openTestDatabase } from '../test-database.ts'

test('a soak whose environments never stop says that a call hangs, and ends', async () => {
  const driver = await createProcessDriver({ host: '127.0.0.1', log: createLog('silent') })
  const never = new Promise<void>(() => {})
  const dataFolder = await mkdtemp(join(tmpdir(), 'guidon-soak-'))
  const report = await soak({
    seed: 1,
    hours: 0.05,
    dataFolder,
    maxWait: 5000,
    database: await openTestDatabase(),
    environmentDriver: { ...driver, stop: () => never, close: () => never },
  })
  await driver.close()
  await rm(dataFolder, { recursive: true, force: true })
  expect(report).toMatchObject({
    hangs: true,
    problems: expect.arrayContaining([expect.stringContaining('a call hangs')]),
  })
})
