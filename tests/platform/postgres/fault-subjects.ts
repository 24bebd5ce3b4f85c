import { deepEqual } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { flagVariables } from '../../../platform/event/flags.ts'
import { loadSecrets } from '../../../platform/secret.ts'
import type { SimulatedClock } from '../../support/simulated-clock.ts'
import type { Caller, Reply, TestPlatform } from '../start-platform.ts'

/** A platform before the event and one during it, and access to their databases past every fault. */
export interface FaultPlatforms {
  early: TestPlatform
  running: TestPlatform
  /** The clock of the platform during the event. */
  clock: SimulatedClock
  count(phase: 'early' | 'running', query: string, values?: unknown[]): Promise<number>
}

/** One call that is ready to be made. */
export interface FaultCase {
  ask(): Promise<Reply>
  /** The answer without a fault: the status, the refusal's code, or the verdict. */
  expected: number | string
  /** Further answers that are allowed when it is repeated after a 503. */
  repeated?: (number | string)[]
  /** Throws an AssertionError unless the change was made exactly once. */
  check(): Promise<void>
}

export interface FaultSubject {
  name: string
  isChange: boolean
  prepare(platforms: FaultPlatforms): Promise<FaultCase>
}

const open = { scoreGroup: 'open' }
const once = async (found: Promise<number>, expected = 1) => deepEqual(await found, expected)

async function captain(platform: TestPlatform, name: string = randomUUID()): Promise<Caller> {
  const call = await platform.as(name)
  deepEqual((await call('POST', '/v1/teams', { name })).status, 204)
  return call
}

export async function newParticipant(
  { running }: FaultPlatforms,
  name?: string,
): Promise<Caller & { id: string }> {
  const call = await captain(running, name)
  deepEqual((await call('POST', '/v1/score_groups/select', open)).status, 204)
  const { accountId } = (await call('GET', '/v1/user/stats')).body
  return Object.assign(call, { id: accountId })
}

/** Sends a change as the app does to a platform that knows keys: with a key, and again with the same key. */
const keyed = (call: Caller, method: string, path: string, body?: unknown) => {
  const headers = { 'idempotency-key': randomUUID() }
  return () => call(method, path, body, headers)
}

const instance = '/v1/challenges/bound/instance?category=net'
export const environmentsOf = ({ count }: FaultPlatforms, id: string) =>
  count('running', 'select count(*) from environments where account_id = $1', [id])

export const faultSubjects: FaultSubject[] = [
  {
    name: 'extend an environment',
    isChange: true,
    async prepare(platforms) {
      const name = randomUUID()
      const first = await newParticipant(platforms, name)
      await first('PUT', instance)
      // It runs for an hour, and can be extended in its last quarter.
      platforms.clock.advance(50 * 60_000)
      // The first token has expired.
      const call = await platforms.running.as(name)
      const stop = async () => (await call('GET', instance)).body.scheduledStopTime
      const before = await stop()
      return {
        ask: keyed(call, 'POST', instance.replace('instance', 'instance/prolong')),
        expected: 204,
        repeated: ['CANNOT_PROLONG_CHALLENGE_INSTANCE'],
        async check() {
          const added = Date.parse(await stop()) - Date.parse(before)
          deepEqual(added, 30 * 60_000)
        },
      }
    },
  },
  {
    name: 'first request of a new user',
    isChange: false,
    async prepare({ running, count }) {
      const name = randomUUID()
      const call = await running.as(name)
      return {
        ask: () => call('GET', '/v1/user'),
        expected: 200,
        check: () => once(count('running', 'select count(*) from users where username=$1', [name])),
      }
    },
  },
  {
    name: 'read the team',
    isChange: false,
    async prepare({ running }) {
      const call = await captain(running)
      return { ask: () => call('GET', '/v1/user/team'), expected: 200, check: async () => {} }
    },
  },
  {
    name: 'create a team',
    isChange: true,
    async prepare({ running, count }) {
      const name = randomUUID()
      const call = await running.as(name)
      await call('GET', '/v1/user')
      const rows = `select count(*) from teams join accounts using (id)
        join team_members on team_id = teams.id where name = $1`
      return {
        ask: keyed(call, 'POST', '/v1/teams', { name }),
        expected: 204,
        repeated: ['VALIDATION_FAILED'],
        check: () => once(count('running', rows, [name])),
      }
    },
  },
  {
    name: 'join a team',
    isChange: true,
    async prepare({ running, count }) {
      const { joinToken, id } = (await (await captain(running))('GET', '/v1/user/team')).body
      const call = await running.as(randomUUID())
      await call('GET', '/v1/user')
      const rows = 'select count(*) from team_members where team_id = $1'
      return {
        ask: keyed(call, 'POST', '/v1/teams/join', { joinToken }),
        expected: 204,
        repeated: ['VALIDATION_FAILED'],
        check: () => once(count('running', rows, [id]), 2),
      }
    },
  },
  {
    name: 'leave a team',
    isChange: true,
    async prepare({ early, count }) {
      const call = await captain(early)
      const team = (await call('GET', '/v1/user/team')).body
      const [member] = team.members
      const rows = `select (select count(*) from teams where id = $1)
        + (select count(*) from accounts where id = $1)
        + (select count(*) from team_members where team_id = $1)`
      return {
        ask: keyed(call, 'DELETE', `/v1/teams/${team.id}/members/${member.userId}`),
        expected: 204,
        repeated: ['NOT_FOUND'],
        check: () => once(count('early', rows, [team.id]), 0),
      }
    },
  },
  {
    name: 'choose a score group',
    isChange: true,
    async prepare({ running, count }) {
      const call = await captain(running)
      const { accountId } = (await call('GET', '/v1/user/stats')).body
      const rows = "select count(*) from accounts where id = $1 and score_group = 'open'"
      return {
        ask: keyed(call, 'POST', '/v1/score_groups/select', open),
        expected: 204,
        repeated: ['SCORE_GROUP_ALREADY_SELECTED'],
        async check() {
          await once(count('running', rows, [accountId]))
          deepEqual((await call('GET', '/v1/user/stats')).body.scoreGroup, 'open')
        },
      }
    },
  },
  {
    name: 'submit a right flag',
    isChange: true,
    async prepare(platforms) {
      const { running, count } = platforms
      const call = await newParticipant(platforms)
      const challenges = running.composition.event.current.challenges
      const challenge = challenges.find(({ slug }) => slug === 'bound')
      if (!challenge) throw new Error('the event has no such challenge')
      const { flags: secret } = await loadSecrets(running.database)
      const { FLAG: flag } = flagVariables(challenge, {
        secret,
        prefix: 'TEST',
        accountId: call.id,
      })
      const rows = 'select count(*) from solves where account_id = $1'
      return {
        ask: keyed(call, 'POST', '/v1/challenges/bound/solve?category=net', { flag }),
        expected: 1,
        repeated: [3],
        async check() {
          await once(count('running', rows, [call.id]))
          const { points } = (await call('GET', '/v1/challenges/bound/score?category=net')).body
          deepEqual(points, 50)
        },
      }
    },
  },
  {
    name: 'submit a wrong flag',
    isChange: true,
    async prepare(platforms) {
      const call = await newParticipant(platforms)
      const rows = 'select count(*) from solves where account_id = $1'
      const solve = '/v1/challenges/plain/solve?category=misc'
      return {
        ask: keyed(call, 'POST', solve, { flag: 'TEST{wrong}' }),
        expected: 2,
        check: () => once(platforms.count('running', rows, [call.id]), 0),
      }
    },
  },
  {
    name: 'start an environment',
    isChange: true,
    async prepare(platforms) {
      const call = await newParticipant(platforms)
      return {
        ask: keyed(call, 'PUT', instance),
        expected: 204,
        async check() {
          await once(environmentsOf(platforms, call.id))
          deepEqual((await call('GET', instance)).body.state, 'running')
        },
      }
    },
  },
  {
    name: 'stop an environment',
    isChange: true,
    async prepare(platforms) {
      const call = await newParticipant(platforms)
      await call('PUT', instance)
      return {
        ask: keyed(call, 'DELETE', instance),
        expected: 204,
        async check() {
          const state = async () => (await call('GET', instance)).body.state
          await until(async () => (await state()) === 'not-running', platforms)
          await once(environmentsOf(platforms, call.id), 0)
        },
      }
    },
  },
  {
    name: 'create a desktop',
    isChange: true,
    async prepare(platforms) {
      const call = await newParticipant(platforms)
      const { id } = (await call('GET', '/v1/user')).body
      const rows = 'select count(*) from desktops where user_id = $1'
      return {
        ask: keyed(call, 'POST', '/v1/user/flugzeug'),
        expected: 204,
        repeated: ['FLUGZEUG_EXISTS'],
        async check() {
          await once(platforms.count('running', rows, [id]))
          deepEqual((await call('GET', '/v1/user/flugzeug')).body.status, 'running')
        },
      }
    },
  },
]

/** Waits, and moves the event's clock, by which leases try again. The rest goes on by itself. */
async function until(isSo: () => Promise<boolean>, { clock }: FaultPlatforms): Promise<void> {
  for (let look = 0; look < 200; look++) {
    if (await isSo()) return
    clock.advance(100)
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}
