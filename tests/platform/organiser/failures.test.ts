import { expect, test } from 'vitest'
import {
  answerFailures,
  createFailures,
  createRecentFailures,
} from '../../../platform/organiser/failures.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { openBus } from '../open-bus.ts'

test('failed starts of all replicas are listed together, the newest first', async () => {
  const { bus } = await openBus()
  for (const times of [
    [1, 4],
    [2, 3],
  ]) {
    const failures = createFailures()
    for (const at of times)
      failures.add({ accountId: 'hawks', category: 'web', slug: 'one', reason: 'no image', at })
    answerFailures(bus, failures)
  }
  const found = await createRecentFailures(bus, createSimulatedClock(0)).ask(2)
  expect(found.map(({ at }) => at)).toEqual([4, 3, 2, 1])
})
