import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
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
    bus,
    clock: createSimulatedClock(0),
    event: createCurrentEvent({ challenges: [] } as never),
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

test.each([
  [10, 2000],
  [10_000, 30_000],
])(
  'with %i streams, those of a group hear of its board at most every %i ms',
  async (count, every) => {
    const { bus } = await openLosing()
    const clock = createSimulatedClock(0)
    const heard: string[] = []
    createNews({
      bus,
      clock,
      event: createCurrentEvent({ challenges: [] } as never),
      scores: { groupOf: () => 'open', isFrozen: () => false, refresh() {} } as unknown as Scores,
      directory: { onChange() {} },
      streams: { count, end() {}, tell: ({ to }) => void heard.push(JSON.stringify(to)) },
    })
    const boards = () => heard.filter(to => to.includes('group')).length
    const correct = async () => {
      bus.notifyHere('accounts.corrected', ['owls'])
      await turn()
      clock.advance(0)
      return boards()
    }
    expect([await correct(), await correct()]).toEqual([1, 1])
    clock.advance(every - 1)
    expect(boards()).toBe(1)
    clock.advance(1)
    expect(boards()).toBe(2)
  },
)

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

describe('when what others see of the scoreboard changes', () => {
  const end = new Date(60_000)
  const definition = (of: object) =>
    ({
      challenges: [],
      announcements: [],
      freeze: null,
      end,
      scoreGroups: [{ slug: 'students' }, { slug: 'others' }],
      ...of,
    }) as never

  /** What is done of boards and streams, in order. */
  async function openNews(of: object) {
    const { bus } = await openLosing()
    const clock = createSimulatedClock(0)
    const event = createCurrentEvent(definition(of))
    const done: string[] = []
    const scores: Partial<Scores> = { refresh: group => void done.push(`a new board of ${group}`) }
    const news = createNews({
      bus,
      clock,
      event,
      scores: scores as Scores,
      directory: { onChange() {} },
      streams: { count: 0, end() {}, tell: ({ topic }) => void done.push(`told ${topic}`) },
    })
    return { clock, event, news, done: () => done.splice(0) }
  }
  const newBoards = ['a new board of students', 'a new board of others', 'told scoreboard']

  test.each([
    ['without a freeze', null],
    ['after a freeze', new Date(30_000)],
  ])('the end %s makes new boards before all streams hear of them, once', async (_, freeze) => {
    const { clock, news, done } = await openNews({ freeze })
    clock.advance(59_999)
    news.passTime()
    done()
    clock.advance(1)
    news.passTime()
    expect(done()).toEqual(newBoards)
    clock.advance(1000)
    news.passTime()
    expect(done()).toEqual([])
  })

  test.each([
    ['ends a freeze', { freeze: null }],
    ['moves the end', { end: new Date(30_000) }],
  ])('so does an organiser who %s', async (_, change) => {
    const { event, news, done } = await openNews({ freeze: new Date(20_000) })
    const before = event.current
    event.replace({ ...before, ...change })
    news.eventChanged(before)
    expect(done()).toEqual([...newBoards, 'told event'])
    event.replace({ ...event.current, name: 'Another' } as never)
    news.eventChanged({ ...before, ...change } as never)
    expect(done()).toEqual(['told event'])
  })
})
