import { expect, onTestFinished, test } from 'vitest'
import { answerLoad, createLoads, type Load } from '../../../platform/organiser/loads.ts'
import { organiserOf } from '../../../platform/organiser/open-database.ts'
import { views } from '../../../scripts/organise/views.ts'
import { eventually } from '../../support/eventually.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { follow } from '../live-stream.ts'
import { openBus } from '../open-bus.ts'
import { startPlatform } from '../start-platform.ts'
import { openTestDatabase } from '../test-database.ts'

const settings = { start: 'first start', end: 'start + 1d', postPlayEnd: 'end', teamMode: false }

test('the load of a platform has the users who are online, what runs, and what is used of how much', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  const platform = await startPlatform({
    eventFolder: await writeEvent(settings),
    database,
    environmentDriver: idleEngine,
    environmentsMemory: 1000,
  })
  const { organiser } = platform.composition
  const load = async () => {
    const answer = await organiser.run({ command: 'load', input: {}, who: 'olga' })
    if (answer.kind !== 'seen') throw new Error(JSON.stringify(answer))
    return answer.data as { replicas: Load[] }
  }
  expect(await load()).toMatchObject({
    users: 0,
    silent: 0,
    environments: {},
    desktops: {},
    replicas: [{ online: 0, environments: { usedMb: 0, limitMb: 1000, waiting: 0 } }],
  })
  const alice = await platform.as('alice')
  await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  await alice('PUT', '/v1/challenges/bound/instance?category=net')
  const after = await eventually(async () => {
    const seen = await load()
    expect(seen).toMatchObject({ users: 1, environments: { running: 1 } })
    return seen
  })
  expect(after.replicas[0]?.environments.usedMb).toBeGreaterThan(0)
  expect(views.load?.(after as never)).toMatch(/^Platform +Online +Environments +Queue/)
  // Two pages of one person, and one of another.
  const token = await platform.signIn('alice')
  const pages = [token, token, await platform.signIn('bob')].map(one => follow(platform, one))
  const streams = await Promise.all(pages)
  expect((await load()).replicas[0]?.online).toBe(2)
  for (const stream of streams) await stream.leave()
  await platform.close()

  // Now the platform is stopped.
  if (database.kind !== 'pglite') return
  const stopped = await organiserOf(database, async () => {})
  const answer = await stopped.run({ command: 'load', input: {}, who: 'olga' })
  expect(answer).toMatchObject({ data: { replicas: [], silent: 0, users: 2 } })
  expect(views.load?.((answer as unknown as { data: never }).data)).toContain('no platform runs')
  await stopped.close()
})

test('a replica that does not answer is not waited for longer than two seconds', async () => {
  const { bus } = await openBus()
  const clock = createSimulatedClock(0)
  const memory = { usedMb: 0, limitMb: null, waiting: 0 }
  const own: Load = { replica: 'a', online: 7, environments: memory, desktops: memory }
  answerLoad(bus, () => own)
  const loads = createLoads(bus, clock)
  expect(await loads.ask(1)).toEqual([own])
  const asked = loads.ask(2)
  clock.advance(2000)
  expect(await asked).toEqual([own])
})
