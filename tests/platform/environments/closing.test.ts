import { expect, test } from 'vitest'
import { idleEngine } from '../core/idle-engine.ts'
import { startPlatform } from '../start-platform.ts'
import { createWrittenLog } from '../written-log.ts'

test('an engine that cannot be closed is logged, and all else is closed as always', async () => {
  const { log, written } = createWrittenLog('error')
  const environmentDriver = {
    ...idleEngine,
    close: () => Promise.reject(new Error('no answer')),
  }
  const platform = await startPlatform({ log, environmentDriver })
  await platform.close()
  expect(JSON.parse(written())).toMatchObject({ msg: 'closing', err: { message: 'no answer' } })
})
