import { deepEqual, ok } from 'node:assert/strict'
import { eq } from 'drizzle-orm'
import { solves } from '../../../platform/database/schema.ts'
import { flagVariables } from '../../../platform/event/flags.ts'
import { loadSecrets } from '../../../platform/secret.ts'
import type { Answer, Caller, TestPlatform } from '../start-platform.ts'

export const atOnce = 50

/** What rounds are run on: a platform with three environments at most, and people without a team. */
export interface Stage {
  platform: TestPlatform
  idle: Caller[]
}

export interface Race {
  rule: string
  /** Throws an AssertionError where the rule is broken. */
  round(stage: Stage): Promise<void>
}

let serial = 0
const unique = () => `${process.pid}-${Date.now().toString(36)}-${++serial}`
const someone = ({ platform }: Stage) => platform.as(unique())

/** Fifty who are in no team; those who win a round are not among the next. */
async function crowdOf(stage: Stage): Promise<Caller[]> {
  const missing = Math.max(0, atOnce - stage.idle.length)
  const more = await Promise.all(Array.from({ length: missing }, () => someone(stage)))
  return [...stage.idle.splice(0), ...more]
}

const allAtOnce = (callers: Caller[], call: (caller: Caller, index: number) => Promise<Answer>) =>
  Promise.all(callers.map(call))

const fifty = (caller: Caller) => Array<Caller>(atOnce).fill(caller)

const sameAnswers = (answers: Answer[], expected: Record<string, number>) => {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = body?.code ?? body?.status ?? status
    counts[name] = (counts[name] ?? 0) + 1
  }
  deepEqual(counts, expected)
}

async function player(stage: Stage): Promise<Caller> {
  const call = await someone(stage)
  await call('POST', '/v1/teams', { name: unique() })
  await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  return call
}

/** Who was refused goes back among the idle. */
const keepIdle = (stage: Stage, callers: Caller[], answers: Answer[]) =>
  stage.idle.push(...callers.filter((_, index) => answers[index]?.status !== 204))

export const races: Race[] = [
  {
    rule: 'one bound flag, submitted by fifty at once, scores once',
    async round(stage) {
      const { platform } = stage
      const call = await player(stage)
      const { accountId } = (await call('GET', '/v1/user/stats')).body
      const challenge = platform.assembly.event.current.challenges.find(one => one.slug === 'bound')
      if (!challenge) throw new Error('the event has no such challenge')
      const { flags: secret } = await loadSecrets(platform.database)
      const { FLAG: flag } = flagVariables(challenge, { secret, prefix: 'TEST', accountId })
      const solve = '/v1/challenges/bound/solve?category=net'
      const answers = await allAtOnce(fifty(call), caller => caller('POST', solve, { flag }))
      sameAnswers(answers, { 1: 1, 3: atOnce - 1 })
      // Not the scoreboard, which may be a moment older where it is dear to make.
      const { points, solvedFlags } = (await call('GET', '/v1/challenges/bound/score?category=net'))
        .body
      deepEqual({ points, solvedFlags }, { points: 50, solvedFlags: 1 })
      const isTheirs = eq(solves.participantId, accountId)
      deepEqual((await platform.database.db.select().from(solves).where(isTheirs)).length, 1)
    },
  },
  {
    rule: 'a team of four never has five',
    async round(stage) {
      const captain = await player(stage)
      const { joinToken } = (await captain('GET', '/v1/user/team')).body
      const others = await crowdOf(stage)
      const join = (caller: Caller) => caller('POST', '/v1/teams/join', { joinToken })
      const answers = await allAtOnce(others, join)
      keepIdle(stage, others, answers)
      sameAnswers(answers, { 204: 3, TEAM_FULL: atOnce - 3 })
      deepEqual((await captain('GET', '/v1/user/team')).body.members.length, 4)
    },
  },
  {
    rule: 'a maximum of three environments never holds four',
    async round(stage) {
      const call = await player(stage)
      const slugs = ['bound', 'second', 'third', 'fourth']
      const path = (index: number) =>
        `/v1/challenges/${slugs[index % slugs.length]}/instance?category=net`
      const answers = await allAtOnce(fifty(call), (caller, index) => caller('PUT', path(index)))
      const refused = answers.filter(({ status }) => status !== 204)
      const isFull = refused.every(
        ({ body }) => body?.code === 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
      )
      ok(refused.length > 0 && isFull, 'those beyond the maximum are told so')
      const { running } = (await call('GET', '/v1/user/stats')).body.runningChallenges
      // Fewer where one has ended by itself already.
      ok(running.length <= 3, `${running.length} run`)
      await Promise.all(slugs.map((_, index) => call('DELETE', path(index))))
    },
  },
  {
    rule: 'one name makes one team',
    async round(stage) {
      const others = await crowdOf(stage)
      const name = unique()
      const answers = await allAtOnce(others, (caller, index) =>
        caller('POST', '/v1/teams', { name: index % 2 ? name : name.toUpperCase() }),
      )
      keepIdle(stage, others, answers)
      sameAnswers(answers, { 204: 1, TEAM_NAME_TAKEN: atOnce - 1 })
    },
  },
  {
    rule: 'a score group is chosen once',
    async round(stage) {
      const call = await someone(stage)
      await call('POST', '/v1/teams', { name: unique() })
      const answers = await allAtOnce(fifty(call), (caller, index) =>
        caller('POST', '/v1/score_groups/select', {
          scoreGroup: index % 2 ? 'open' : 'closed',
          password: 'sesame',
        }),
      )
      sameAnswers(answers, { 204: 1, SCORE_GROUP_ALREADY_SELECTED: atOnce - 1 })
      const chosen = answers.findIndex(({ status }) => status === 204) % 2 ? 'open' : 'closed'
      deepEqual((await call('GET', '/v1/user/stats')).body.scoreGroup, chosen)
    },
  },
  {
    rule: 'one user who joins five teams at once is in one',
    async round(stage) {
      const captains = await Promise.all(Array.from({ length: 5 }, () => player(stage)))
      const teams = await Promise.all(captains.map(caller => caller('GET', '/v1/user/team')))
      const call = await someone(stage)
      const answers = await allAtOnce(fifty(call), (caller, index) =>
        caller('POST', '/v1/teams/join', { joinToken: teams[index % 5]?.body.joinToken }),
      )
      sameAnswers(answers, { 204: 1, VALIDATION_FAILED: atOnce - 1 })
    },
  },
  {
    rule: 'one idempotency key makes one change, and all who sent it hear the same',
    async round(stage) {
      const call = await someone(stage)
      const name = unique()
      const headers = { 'idempotency-key': unique() }
      const answers = await allAtOnce(fifty(call), caller =>
        caller('POST', '/v1/teams', { name }, headers),
      )
      sameAnswers(answers, { 204: atOnce })
    },
  },
]
