import { afterAll, beforeAll, test } from 'vitest'
import { createSimulatedClock } from '../../../platform/clock.ts'
import { startPlatform } from '../start-platform.ts'
import { during, writeEvent } from './events.ts'
import { races, type Stage } from './race-rules.ts'

// `npm run races` makes a thousand rounds of it; `DATABASE_URL` makes it really concurrent.
const rounds = 2

let stage: Stage
beforeAll(async () => {
  const eventFolder = await writeEvent({ environments: { maximum: 3 } })
  const platform = await startPlatform({ eventFolder, clock: createSimulatedClock(during) })
  stage = { platform, idle: [] }
})
afterAll(() => stage.platform.close())

for (const { rule, round } of races)
  test(rule, async () => {
    for (let done = 0; done < rounds; done++) await round(stage)
  })
