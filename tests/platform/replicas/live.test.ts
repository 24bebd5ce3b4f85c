import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { follow } from '../live-stream.ts'
import { createCluster } from '../replicas.ts'

let close = async () => {}
afterEach(() => close())

describe.skipIf(!process.env.DATABASE_URL)('of two replicas', () => {
  const startTwo = async () => {
    const eventFolder = await writeEvent()
    const cluster = await createCluster({ eventFolder, environmentDriver: idleEngine })
    close = cluster.close
    const [a, b] = [await cluster.start(), await cluster.start()]
    const alice = await a.as('alice')
    await alice('POST', '/v1/teams', { name: 'Hawks' })
    await alice('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    const bob = await a.as('bob')
    await bob('POST', '/v1/teams', { name: 'Gulls' })
    await bob('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
    for (const one of [a, b]) one.clock.advance(1000)
    return { a, b, alice }
  }

  test('each tells its own streams what was done through the other', async () => {
    const { a, b, alice } = await startTwo()
    const own = await follow(b, await b.signIn('alice'))
    const other = await follow(b, await b.signIn('bob'))
    const heard: Record<string, string[]> = { own: [], other: [] }
    const look = async () => {
      for (const one of [a, b]) one.clock.advance(200)
      heard.own?.push(...(await own.news()))
      heard.other?.push(...(await other.news()))
    }
    await alice('POST', '/v1/challenges/plain/solve?category=misc', { flag: 'TEST{plain}' })
    await eventually(async () => {
      await look()
      expect(heard).toEqual({
        own: ['solve misc/plain', 'firstBlood misc/plain', 'scoreboard'],
        other: ['firstBlood misc/plain', 'scoreboard'],
      })
    })
    // The data that the message announces is new on that replica.
    const score = await (await b.as('alice'))('GET', '/v1/challenges/plain/score?category=misc')
    expect(score.body.isCompleted).toBe(true)
    await alice('PUT', '/v1/challenges/bound/instance?category=net')
    await eventually(async () => {
      await look()
      expect(heard.own).toContain('environment')
    })
    expect(heard.other).not.toContain('environment')
    for (const stream of [own, other]) await stream.leave()
  })

  test('the other resumes a stream by telling that everything may have changed', async () => {
    const { a, b } = await startTwo()
    const first = await follow(a, await a.signIn('alice'))
    await first.leave()
    const again = await follow(b, await b.signIn('alice'), first.lastId())
    expect(await again.news()).toEqual(['everything'])
    await again.leave()
  })
})
