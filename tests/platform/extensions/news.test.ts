import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Bus, createBus } from '../../../platform/bus.ts'
import { createNews } from '../../../platform/live/news.ts'
import { createLog } from '../../../platform/log.ts'
import type { Scores } from '../../../platform/scores/scores.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { createCurrentEvent } from '../current-event.ts'
import { losingDatabase } from '../losing-database.ts'
import { openTestDatabase } from '../test-database.ts'

/** The topics that streams hear. */
const newsOf = (bus: Bus) => {
  const heard: string[] = []
  createNews({
    ...{
      bus,
      clock: createSimulatedClock(0),
      event: createCurrentEvent({ challenges: [] } as never),
    },
    // Of the scores, news of one account ask for its group only.
    scores: { groupOf: () => undefined } as unknown as Scores,
    directory: { onChange() {} },
    streams: { count: 0, end() {}, tell: ({ topic }) => void heard.push(topic) },
  })
  return heard
}

const openLosing = async () => {
  const { database, lose } = losingDatabase(await openTestDatabase())
  onTestFinished(() => database.close())
  const bus = await createBus(database, createLog('silent'))
  onTestFinished(() => bus.close())
  return { bus, lose }
}

test('streams hear of a change when the platform would answer with it', async () => {
  const { bus } = await openLosing()
  const handled = Promise.withResolvers<void>()
  const heard = newsOf(bus)
  bus.on('accounts.corrected', () => handled.promise)
  bus.on('environments.changed', () => handled.promise)
  bus.on('hint.taken', () => handled.promise)
  bus.notifyHere('accounts.corrected', ['owls'])
  bus.notifyHere('environments.changed', { by: 'another replica', accountId: 'owls' })
  const hint = { category: 'web', slug: 'one', hintId: '1', cost: 5, takenAt: new Date(0) }
  bus.notifyHere('hint.taken', { accountId: 'owls', ...hint })
  await turn()
  expect(heard).toEqual([])
  handled.resolve()
  await eventually(() =>
    expect(heard.sort()).toEqual(['environment', 'hint', 'scoreboard', 'team']),
  )
})

test('after lost messages, streams hear when all has been read again', async () => {
  const { bus, lose } = await openLosing()
  const reloaded = Promise.withResolvers<void>()
  const heard = newsOf(bus)
  bus.onLoss(() => reloaded.promise)
  lose()
  await turn()
  expect(heard).toEqual([])
  reloaded.resolve()
  await eventually(() => expect(heard).toEqual(['everything']))
})
