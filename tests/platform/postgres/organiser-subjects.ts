import { deepEqual, equal, ok } from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isUnavailable } from '../../../platform/database/outage.ts'
import type { Reply } from '../start-platform.ts'
import {
  environmentsOf,
  type FaultPlatforms,
  type FaultSubject,
  newParticipant,
} from './fault-subjects.ts'

const plain = '/v1/challenges/plain/solve?category=misc'
const bound = '/v1/challenges/bound/instance?category=net'

/** An answer as the calls of participants have it. */
const replyOf = (status: number, code?: string): Reply => ({
  status,
  headers: new Headers({ 'retry-after': '5' }),
  body: code === undefined ? null : { code },
})

async function run({ running }: FaultPlatforms, command: string, input: object, who = 'other') {
  try {
    const answer = await running.composition.organiser.run({ command, input, who })
    return replyOf(200, answer.kind === 'refused' ? answer.message : answer.kind)
  } catch (error) {
    if (isUnavailable(error)) return replyOf(503)
    throw error
  }
}

interface Prepared {
  input: object
  /** @param times how often the command is in the log: more than once if it was given again, and adds something */
  check(times: number): Promise<void>
}

const command = (
  name: string,
  prepare: (platforms: FaultPlatforms) => Promise<Prepared>,
): FaultSubject => ({
  name,
  isChange: true,
  async prepare(platforms) {
    const { input, check } = await prepare(platforms)
    const who = randomUUID()
    return {
      ask: () => run(platforms, name, input, who),
      expected: 'done',
      async check() {
        const logged = 'select count(*) from organiser_log where who = $1'
        const times = await platforms.count('running', logged, [who])
        ok(times > 0, 'the command is not in the log')
        await check(times)
      },
    }
  },
})

/** What this replica has in memory follows the database soon. */
async function becomes(look: () => unknown, expected: unknown): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (isDeepStrictEqual(await look(), expected)) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  deepEqual(await look(), expected)
}

/** Changes the file of a challenge. */
async function edit({ running }: FaultPlatforms, name: string, change: (text: string) => string) {
  const file = join(running.composition.event.current.folder, name, 'challenge.yml')
  await writeFile(file, change(await readFile(file, 'utf8')))
}

const pointsOf = async (call: Awaited<ReturnType<typeof newParticipant>>) =>
  (await call('GET', '/v1/user/stats')).body.score.points

/** The clock moves, by which leases try again. */
const hasNoEnvironment = (platforms: FaultPlatforms, id: string) =>
  becomes(() => {
    platforms.clock.advance(100)
    return environmentsOf(platforms, id)
  }, 0)

/** The commands of organisers, and a reload of the event. */
export const organiserSubjects: FaultSubject[] = [
  command('pause', async platforms => {
    await run(platforms, 'resume', { extend: false })
    const { event } = platforms.running.composition
    return { input: {}, check: () => becomes(() => event.current.isPaused, true) }
  }),
  command('resume', async platforms => {
    await run(platforms, 'pause', {})
    platforms.clock.advance(5000)
    const { event } = platforms.running.composition
    const end = event.current.end.getTime()
    return {
      input: {},
      async check() {
        await becomes(() => event.current.isPaused, undefined)
        equal(event.current.end.getTime() - end, 60_000)
      },
    }
  }),
  command('extend', async ({ running: { composition } }) => {
    const { event } = composition
    const end = event.current.end.getTime()
    const moved = () => event.current.end.getTime() - end
    return { input: { by: '1m' }, check: times => becomes(moved, times * 60_000) }
  }),
  command('rename', async platforms => {
    const call = await newParticipant(platforms)
    const name = randomUUID()
    const shown = async () => {
      const { entries } = (await call('GET', '/v1/stats/scoreboard')).body
      const own = ({ accountId }: { accountId: string }) => accountId === call.id
      return [(await call('GET', '/v1/user/team')).body.name, entries.find(own)?.displayName]
    }
    return { input: { account: call.id, name }, check: () => becomes(shown, [name, name]) }
  }),
  command('award', async platforms => {
    const call = await newParticipant(platforms)
    return {
      input: { account: call.id, points: 7, reason: { en: 'Kind' } },
      check: times => becomes(() => pointsOf(call), 7 * times),
    }
  }),
  command('rejudge', async platforms => {
    const call = await newParticipant(platforms)
    const flag = `TEST{${randomUUID()}}`
    await call('POST', plain, { flag })
    await edit(platforms, 'misc/plain', text => text.replace('flags:', `flags:\n  - ${flag}`))
    await platforms.running.composition.reload()
    return {
      input: { challenge: 'misc/plain' },
      async check() {
        await becomes(() => pointsOf(call), 100)
        const solves = 'select count(*) from solves where account_id = $1'
        equal(await platforms.count('running', solves, [call.id]), 1)
      },
    }
  }),
  command('merge', async platforms => {
    const [from, into] = [await newParticipant(platforms), await newParticipant(platforms)]
    await from('POST', plain, { flag: 'TEST{plain}' })
    await from('PUT', bound)
    return {
      input: { from: from.id, into: into.id },
      async check() {
        await becomes(() => pointsOf(into), 100)
        await becomes(async () => (await from('GET', '/v1/user/team')).body.id, into.id)
        await hasNoEnvironment(platforms, from.id)
      },
    }
  }),
  command('delete-user', async platforms => {
    const user = await newParticipant(platforms)
    await user('POST', plain, { flag: 'TEST{plain}' })
    await user('PUT', bound)
    const { id, username } = (await user('GET', '/v1/user')).body
    return {
      input: { user: id },
      async check() {
        await hasNoEnvironment(platforms, user.id)
        const named = 'select count(*) from users where username = $1'
        equal(await platforms.count('running', named, [username]), 0)
        const kept = 'select count(*) from solves where user_id = $1'
        equal(await platforms.count('running', kept, [id]), 1)
      },
    }
  }),
  command('ban', async platforms => {
    const call = await newParticipant(platforms)
    await call('PUT', bound)
    return { input: { account: call.id }, check: () => hasNoEnvironment(platforms, call.id) }
  }),
  command('import', async platforms => {
    const name = `person-${randomUUID().slice(0, 8)}`
    const person = { at: 'line 2', name, team: `of ${name}`, group: 'open', password: 'link$x' }
    const rows = 'select count(*) from sign_in_accounts where username = $1'
    const { organiser } = platforms.running.composition
    const isOnBoard = async () =>
      JSON.stringify(await organiser.run({ command: 'board', input: {}, who: name })).includes(name)
    return {
      input: { people: [person] },
      async check() {
        equal(await platforms.count('running', rows, [name]), 1)
        await becomes(isOnBoard, true)
      },
    }
  }),
  {
    name: 'reload',
    isChange: true,
    async prepare(platforms) {
      const { event, reload } = platforms.running.composition
      const description = `Look ${randomUUID()}.`
      await edit(platforms, 'misc/triple', text =>
        text.replace(/description: .*/, `description: ${description}`),
      )
      const shown = () => event.current.challenges.find(({ slug }) => slug === 'triple')
      return {
        async ask() {
          const { errors } = await reload()
          return errors.length > 0 ? replyOf(503) : replyOf(200, 'done')
        },
        expected: 'done',
        check: async () => equal(shown()?.description, description),
      }
    },
  },
]
