import { expect, test } from 'vitest'
import { createActor, createMachine, fromCallback, StateMachine } from 'xstate'
import type { ChallengeRef, ChallengeScore, Instance, Solved } from '../../../src/api/contract.ts'
import type { ChildEvent, ParentRef } from '../../../src/machines/app/events.ts'
import type { DetailAnswer } from '../../../src/machines/challenge/detail.ts'
import { challengeMachine } from '../../../src/machines/challenge/machine.ts'
import {
  detailResource,
  scoreResource,
  solvesResource,
} from '../../../src/machines/challenge/setup.ts'
import { takeRules } from '../../../src/machines/hints/changes.ts'
import { hintsMachine } from '../../../src/machines/hints/machine.ts'
import { askedHint, isHintPaused } from '../../../src/machines/hints/selectors.ts'
import { startRules } from '../../../src/machines/instance/changes.ts'
import { instanceMachine } from '../../../src/machines/instance/machine.ts'
import { instanceResource } from '../../../src/machines/instance/setup.ts'
import type { PageVisibility } from '../../../src/machines/page-visibility.ts'
import type { ResourceSubject } from '../../../src/machines/resource/machine.ts'
import { flagRules } from '../../../src/machines/submission/changes.ts'
import type { DraftChanged } from '../../../src/machines/submission/events.ts'
import { submissionMachine } from '../../../src/machines/submission/machine.ts'
import {
  challenge,
  detail,
  no,
  notRunning,
  playing,
  score,
  statsOf,
  yes,
} from '../../support/challenge.ts'
import { createFakeChange, createFakeParent, createFakePromise } from '../../support/fakes/calls.ts'
import { createClockActor, createTime, settled, type Time } from '../../support/time.ts'

const inputOf = (time: Time, parent: ParentRef) => ({
  id: 'challenge:web/login',
  challenge: { categorySlug: 'web', challengeSlug: 'login' },
  clock: createClockActor(time),
  random: () => 0.5,
  facts: playing,
  stats: statsOf(),
  parent,
})

function start() {
  const time = createTime()
  const fetchDetail = createFakePromise<DetailAnswer, ResourceSubject | undefined>()
  const fetchScore = createFakePromise<ChallengeScore, ResourceSubject | undefined>()
  const fetchSolves = createFakePromise<readonly Solved[], ResourceSubject | undefined>()
  const fetchInstance = createFakePromise<Instance | null, ResourceSubject | undefined>()
  const put = createFakeChange(startRules)
  const solve = createFakeChange(flagRules)
  const take = createFakeChange(takeRules)
  const draftStore = fromCallback<DraftChanged, ChallengeRef>(() => {})
  const visibility = fromCallback<PageVisibility>(() => {})
  const reported: ChildEvent[] = []
  const parent: ParentRef = createFakeParent<ChildEvent>(event => reported.push(event))
  const page = createActor(
    challengeMachine.provide({
      actors: {
        detail: detailResource.provide({
          actors: { fetch: fetchDetail.logic, visibility },
        }),
        solves: solvesResource.provide({ actors: { fetch: fetchSolves.logic, visibility } }),
        score: scoreResource.provide({
          actors: { fetch: fetchScore.logic, visibility },
        }),
        instance: instanceMachine.provide({
          actors: {
            instance: instanceResource.provide({
              actors: { fetch: fetchInstance.logic, visibility },
            }),
            startInstance: put.logic,
          },
        }),
        submission: submissionMachine.provide({
          actors: { submitFlag: solve.logic, draftStore },
        }),
        hints: hintsMachine.provide({ actors: { takeHint: take.logic } }),
      },
    }),
    {
      clock: time.clock,
      input: inputOf(time, parent),
    },
  ).start()
  const { instance, submission, hints } = page.getSnapshot().children
  if (!instance || !submission || !hints) throw new Error('The page has no children.')
  return {
    page,
    time,
    reported,
    fetchDetail,
    fetchScore,
    fetchInstance,
    fetchSolves,
    put,
    solve,
    take,
    hints,
    value: () => page.getSnapshot().value,
    instance,
    submission,
    async answer<T>(call: { answer: PromiseWithResolvers<T> }, value: T) {
      call.answer.resolve(value)
      await settled()
    },
    async load() {
      fetchDetail.last().answer.resolve(detail)
      fetchScore.last().answer.resolve(score)
      fetchInstance.last().answer.resolve(notRunning)
      await settled()
    },
    submit(flag: string) {
      submission.send({ type: 'flag.typed', draft: flag })
      submission.send({ type: 'flag.submit' })
    },
  }
}

const closed = { type: 'challenge.closed', id: 'challenge:web/login' }
const completed = { ...score, isCompleted: true, points: 200, solvedFlags: 2 }

test('text, score and environment are asked for at once, for its own challenge', () => {
  const page = start()
  const inputs = [page.fetchDetail, page.fetchScore, page.fetchInstance].map(fake =>
    fake.calls.map(call => call.input),
  )
  expect(inputs).toEqual([[challenge], [challenge], [challenge]])
})

test('the text is asked for every ten minutes, since links to files expire; the score is not', async () => {
  const page = start()
  await page.load()
  page.time.pass(599_999)
  expect([page.fetchDetail.calls.length, page.fetchScore.calls.length]).toEqual([1, 1])
  page.time.pass(1)
  expect([page.fetchDetail.calls.length, page.fetchScore.calls.length]).toEqual([2, 1])
})

test('the environment can be started once the challenge is known', async () => {
  const page = start()
  page.fetchInstance.last().answer.resolve(notRunning)
  await settled()
  expect(page.instance.getSnapshot().can({ type: 'instance.start' })).toBe(false)
  await page.answer(page.fetchDetail.last(), detail)
  expect(page.value()).toMatchObject({ detail: 'found' })
  expect(page.instance.getSnapshot().can({ type: 'instance.start' })).toBe(true)
})

test('a challenge that does not exist is missing, and nothing of it is asked for any more', async () => {
  const page = start()
  await page.answer(page.fetchDetail.last(), null)
  expect(page.value()).toMatchObject({ detail: 'missing' })
  expect(page.fetchScore.last().signal.aborted).toBe(true)
  expect(page.fetchInstance.last().signal.aborted).toBe(true)
  page.time.pass(120_000)
  expect(page.fetchScore.calls).toHaveLength(1)
})

test('a missing challenge that is there when asked for again is shown whole', async () => {
  const page = start()
  await page.answer(page.fetchDetail.last(), null)
  page.page.send({ type: 'challenge.retry' })
  await page.answer(page.fetchDetail.last(), detail)
  expect(page.value()).toMatchObject({ detail: 'found' })
  expect(page.fetchScore.calls).toHaveLength(2)
  expect(page.fetchInstance.calls).toHaveLength(2)
})

test('a locked challenge has no environment and no score, and is asked for again with each new solve', async () => {
  const page = start()
  await page.answer(page.fetchDetail.last(), 'locked')
  expect(page.value()).toMatchObject({ detail: 'locked' })
  expect(page.fetchScore.last().signal.aborted).toBe(true)
  expect(page.fetchInstance.last().signal.aborted).toBe(true)
  page.page.send({ type: 'stats.changed', stats: statsOf([challenge]) })
  expect(page.fetchDetail.calls).toHaveLength(1)
  page.page.send({ type: 'stats.changed', stats: statsOf([], 2, 1) })
  expect(page.fetchDetail.calls).toHaveLength(2)
  await page.answer(page.fetchDetail.last(), detail)
  expect(page.value()).toMatchObject({ detail: 'found' })
  expect(page.fetchScore.calls).toHaveLength(2)
  expect(page.fetchInstance.calls).toHaveLength(2)
})

test('a solve does not ask for the text of a challenge that is open', async () => {
  const page = start()
  await page.load()
  page.page.send({ type: 'stats.changed', stats: statsOf([], 2, 1) })
  expect(page.fetchDetail.calls).toHaveLength(1)
})

test('the text and the account are read again when a hint was taken', async () => {
  const page = start()
  await page.load()
  page.hints.send({ type: 'hint.requested', hintId: 'h1' })
  page.hints.send({ type: 'hint.confirmed' })
  page.page.send({ type: 'challenge.retry' })
  await page.answer(page.take.last(), yes({ id: 'h1', cost: 50, text: 'Up.' }))
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  // This answer is from before the hint was taken.
  await page.answer(page.fetchDetail.last(), detail)
  expect(askedHint(page.hints.getSnapshot())).toBe('h1')
  await page.answer(page.fetchDetail.last(), detail)
  expect(askedHint(page.hints.getSnapshot())).toBe(null)
  expect(page.fetchDetail.calls).toHaveLength(3)
})

test('environment and hints hear that the event is paused', async () => {
  const page = start()
  await page.load()
  const canStart = () => page.instance.getSnapshot().can({ type: 'instance.start' })
  expect(canStart()).toBe(true)
  page.hints.send({ type: 'hint.requested', hintId: 'h1' })
  page.hints.send({ type: 'hint.confirmed' })
  page.page.send({ type: 'facts.changed', facts: { ...playing, isPaused: true } })
  await page.answer(page.take.last(), no('TIME_RESTRICTED'))
  expect([canStart(), isHintPaused(page.hints.getSnapshot())]).toEqual([false, true])
})

test('a question about a hint ends when the page is left, a change goes on', async () => {
  const page = start()
  await page.load()
  page.hints.send({ type: 'hint.requested', hintId: 'h1' })
  page.hints.send({ type: 'hint.confirmed' })
  page.page.send({ type: 'page.left' })
  expect(page.reported).toEqual([])
  await page.answer(page.take.last(), yes({ id: 'h1', cost: 50, text: 'Up.' }))
  expect(page.reported).toEqual([{ type: 'account.changed' }, closed])
  page.page.send({ type: 'page.entered' })
  await page.answer(page.fetchDetail.last(), detail)
  expect(askedHint(page.hints.getSnapshot())).toBe(null)
})

test('solvers are asked for only while the list is open', () => {
  const page = start()
  expect(page.fetchSolves.calls).toEqual([])
  page.page.send({ type: 'solves.opened' })
  expect(page.fetchSolves.last().input).toEqual(challenge)
  page.page.send({ type: 'solves.closed' })
  expect(page.fetchSolves.last().signal.aborted).toBe(true)
  page.page.send({ type: 'solves.opened' })
  page.page.send({ type: 'page.left' })
  expect(page.fetchSolves.last().signal.aborted).toBe(true)
  expect(page.fetchSolves.calls).toHaveLength(2)
})

test('solvers are asked for again when somebody solved the challenge, while the list is open', async () => {
  const page = start()
  page.page.send({ type: 'solves.opened' })
  page.fetchSolves.last().answer.resolve([])
  await settled()
  const other = { ...challenge, challengeSlug: 'other' }
  page.page.send({ type: 'news.came', topic: 'scoreboard', challenge: other })
  expect(page.fetchSolves.calls).toHaveLength(1)
  page.page.send({ type: 'news.came', topic: 'scoreboard', challenge })
  expect(page.fetchSolves.calls).toHaveLength(2)
})

test('a list that failed is asked for again on request', async () => {
  const page = start()
  page.fetchDetail.last().answer.reject(new Error('No luck.'))
  page.fetchScore.last().answer.reject(new Error('No luck.'))
  await settled()
  page.page.send({ type: 'challenge.retry' })
  expect([page.fetchDetail.calls.length, page.fetchScore.calls.length]).toEqual([2, 2])
})

test('a page that is left at rest closes at once, and its reads are cancelled', () => {
  const page = start()
  page.page.send({ type: 'page.left' })
  expect(page.reported).toEqual([closed])
  const aborted = [page.fetchDetail, page.fetchScore, page.fetchInstance].map(
    fake => fake.last().signal.aborted,
  )
  expect(aborted).toEqual([true, true, true])
})

type Node = { readonly tags: readonly string[]; readonly states: Readonly<Record<string, Node>> }
const hasChanges = ({ tags, states }: Node): boolean =>
  tags.includes('changing') || Object.values(states).some(hasChanges)
const logics = Object.entries(challengeMachine.implementations.actors)

test.each(
  logics.flatMap(([name, logic]) =>
    logic instanceof StateMachine && hasChanges(logic.root) ? [name] : [],
  ),
)('a page that is left stays for a change of its machine %s', changing => {
  const reported: ChildEvent[] = []
  const actors = logics.map(([name]) => [
    name,
    createMachine(name === changing ? { tags: 'changing' } : {}),
  ])
  // Machines of no other use: their types are not those of the page's machines.
  const machine = challengeMachine.provide({ actors: Object.fromEntries(actors) as never })
  const time = createTime()
  const page = createActor(machine, {
    clock: time.clock,
    input: inputOf(
      time,
      createFakeParent<ChildEvent>(event => reported.push(event)),
    ),
  }).start()
  page.send({ type: 'page.left' })
  expect(reported).toEqual([])
})

test('a page that is left during a start closes when the start is done', async () => {
  const page = start()
  await page.load()
  page.instance.send({ type: 'instance.start' })
  page.page.send({ type: 'page.left' })
  expect(page.reported).toEqual([])
  await page.answer(page.put.last(), yes(undefined))
  expect(page.reported).toEqual([{ type: 'account.changed' }, closed])
})

test('a page that is left during a submission closes when the score is known', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  page.page.send({ type: 'page.left' })
  await page.answer(page.solve.last(), yes({ status: 1 as const }))
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  await page.answer(page.fetchScore.last(), completed)
  expect(page.reported).toEqual([
    { type: 'account.changed' },
    { type: 'challenge.completed', challenge },
    closed,
  ])
})

test('a page that is left does not wait for a score that cannot be had', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  page.page.send({ type: 'page.left' })
  await page.answer(page.solve.last(), yes({ status: 1 as const }))
  page.fetchScore.last().answer.reject(new Error('No luck.'))
  await settled()
  expect(page.reported).toEqual([{ type: 'account.changed' }, closed])
})

test('coming back before the change is done goes on where the page was', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  page.page.send({ type: 'page.left' })
  page.page.send({ type: 'page.entered' })
  expect(page.value()).toMatchObject({ page: 'open', score: 'watched' })
  await page.answer(page.solve.last(), yes({ status: 2 as const }))
  expect(page.reported).toEqual([])
  expect(page.submission.getSnapshot().value).toEqual({ open: 'rejected' })
  const calls = [page.fetchDetail, page.fetchScore, page.fetchInstance].map(f => f.calls.length)
  expect(calls).toEqual([2, 2, 2])
})

test('a user who comes back has the score read again, even if the text never came', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  page.page.send({ type: 'page.left' })
  page.page.send({ type: 'page.entered' })
  expect(page.fetchScore.calls).toHaveLength(2)
})

test.each([
  ['tells of more flags', () => score],
  ['completes the challenge', () => completed],
  ['cannot be had', () => Promise.reject(new Error('No luck.'))],
] as const)('coming back asks again for a score that, checked meanwhile, %s', async (_, found) => {
  const page = start()
  await page.load()
  page.instance.send({ type: 'instance.start' })
  page.submit('GUIDON{a}')
  page.page.send({ type: 'page.left' })
  await page.answer(page.solve.last(), yes({ status: 1 as const }))
  page.fetchScore.last().answer.resolve(found())
  await settled()
  expect(page.fetchScore.calls).toHaveLength(2)
  page.page.send({ type: 'page.entered' })
  expect(page.fetchScore.calls).toHaveLength(3)
})

test('coming back to a page that was just about to close opens it again', () => {
  const page = start()
  page.page.send({ type: 'page.left' })
  page.page.send({ type: 'page.entered' })
  expect(page.value()).toMatchObject({ page: 'open' })
  expect(page.fetchDetail.calls).toHaveLength(2)
})

test('the last accepted flag completes the challenge, and says so once', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  await page.answer(page.solve.last(), yes({ status: 1 as const }))
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  expect(page.fetchScore.calls).toHaveLength(2)
  await page.answer(page.fetchScore.last(), completed)
  expect(page.reported).toEqual([
    { type: 'account.changed' },
    { type: 'challenge.completed', challenge },
  ])
  page.page.send({ type: 'challenge.retry' })
  await page.answer(page.fetchScore.last(), completed)
  expect(page.reported).toHaveLength(2)
})

test('after an accepted flag the score is read once, and not again when the stats have the flag', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  await page.answer(page.solve.last(), yes({ status: 1 as const }))
  expect(page.fetchScore.calls).toHaveLength(2)
  await page.answer(page.fetchScore.last(), { ...score, solvedFlags: 1 })
  page.page.send({ type: 'stats.changed', stats: statsOf([], 2, 1) })
  expect(page.fetchScore.calls).toHaveLength(2)
  page.page.send({ type: 'stats.changed', stats: statsOf([], 2, 2) })
  expect(page.fetchScore.calls).toHaveLength(3)
})

test('an accepted flag that was not the last one completes nothing', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  await page.answer(page.solve.last(), yes({ status: 1 as const }))
  await page.answer(page.fetchScore.last(), { ...score, points: 100, solvedFlags: 1 })
  expect(page.reported).toEqual([{ type: 'account.changed' }])
  expect(page.value()).toMatchObject({ score: 'watched' })
  expect(page.submission.getSnapshot().context.solvedFlags).toBe(1)
})

test('a challenge that somebody else completed is not announced', async () => {
  const page = start()
  await page.load()
  page.page.send({ type: 'stats.changed', stats: statsOf([], 2, 2) })
  await page.answer(page.fetchScore.last(), completed)
  expect(page.reported).toEqual([])
})

test('a flag that somebody of the team had submitted before refreshes the score', async () => {
  const page = start()
  await page.load()
  page.submit('GUIDON{a}')
  await page.answer(page.solve.last(), yes({ status: 3 as const }))
  expect(page.fetchScore.calls).toHaveLength(2)
})

test('stats reach the environment, and the score only when a flag was solved', async () => {
  const page = start()
  await page.load()
  const stats = statsOf([challenge])
  page.page.send({ type: 'stats.changed', stats })
  expect(page.instance.getSnapshot().context.stats).toBe(stats)
  expect(page.fetchScore.calls).toHaveLength(1)
  page.page.send({ type: 'stats.changed', stats: statsOf([challenge], 2, 1) })
  expect(page.fetchScore.calls).toHaveLength(2)
  page.page.send({ type: 'stats.changed', stats: statsOf([], 2, 1) })
  await page.answer(page.fetchScore.last(), score)
  expect(page.fetchScore.calls).toHaveLength(2)
})

test('the score tells the submission how many flags were solved', async () => {
  const page = start()
  await page.load()
  expect(page.submission.getSnapshot().context.solvedFlags).toBe(0)
  page.page.send({ type: 'challenge.retry' })
  await page.answer(page.fetchScore.last(), { ...score, solvedFlags: 1 })
  expect(page.submission.getSnapshot().context.solvedFlags).toBe(1)
})

test('a score from before an accepted flag is not sent to the submission', async () => {
  const page = start()
  const first = page.fetchScore.last()
  page.submit('GUIDON{a}')
  await page.answer(page.solve.last(), yes({ status: 1 }))
  await page.answer(first, score)
  expect(page.submission.getSnapshot().context.solvedFlags).toBe(null)
  await page.answer(page.fetchScore.last(), { ...score, solvedFlags: 1 })
  expect(page.submission.getSnapshot().context.solvedFlags).toBe(1)
})
