import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ActorRef, Snapshot } from 'xstate'
import { solve } from '../../events/demo/web/hangar-search/solve.ts'
import { replay } from '../../scripts/replay/replay.ts'
import { forbiddenSteps } from '../../scripts/replay/steps.ts'
import { traceText } from '../../src/diagnostics/trace/entry.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { readTrace } from '../../src/diagnostics/trace/read.ts'
import { Recorder } from '../../src/diagnostics/trace/recorder.ts'
import {
  challengePages,
  type SignedInChildren,
  signedInChildren,
} from '../../src/machines/app/children.ts'
import type { AppRef } from '../../src/machines/app/machine.ts'
import { challengePath } from '../../src/machines/navigation/pages.ts'
import { startHeadlessApp } from '../support/headless.ts'
import { loadParts, withMachine } from '../support/parts.ts'
import { startPlatform, type TestPlatform } from './start-platform.ts'

await loadParts()

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

/** Resolves as soon as `select` finds something in the actor's snapshot, without waiting for a poll of the app. */
function when<S extends Snapshot<unknown>, T>(
  ref: Pick<ActorRef<S, never>, 'getSnapshot' | 'subscribe'>,
  select: (snapshot: S) => T | undefined | null | false,
): Promise<T> {
  return new Promise(resolve => {
    const look = (snapshot: S) => {
      const found = select(snapshot)
      if (found === undefined || found === null || found === false) return
      subscription.unsubscribe()
      resolve(found)
    }
    const subscription = ref.subscribe(look)
    look(ref.getSnapshot())
  })
}

async function start(name: string, inspect?: Recorder) {
  const { app, visit } = startHeadlessApp({
    ...(inspect && { inspect }),
    origin: platform.origin,
    token: await platform.signIn(name),
    fetch: (input, init) =>
      platform.composition.platform.fetch(new Request(input, init), { address: '192.0.2.1' }),
  })
  const children = await when(
    app,
    snapshot => snapshot.matches({ running: { signedIn: 'ready' } }) && signedInChildren(snapshot),
  )
  return { app, visit, children }
}

const reaches = (app: AppRef, expected: string) =>
  when(app, snapshot => {
    const { home } = signedInChildren(snapshot) as SignedInChildren
    return JSON.stringify(withMachine(home).getSnapshot().value).includes(expected)
  })

/** Checks that the recorded trace has no secrets and replays to the same outcome, which a changed one does not. */
function expectReplay(recorder: Recorder, secrets: readonly string[]) {
  const entries = recorder.after(0).map(createFormatter().full)
  const header = { format: 'guidon-trace', version: 1, build: 'test', isComplete: true } as const
  const text = traceText({ header, entries })
  expect(secrets.filter(secret => text.includes(secret))).toEqual([])
  const trace = readTrace(text)
  if (!trace.ok) throw new Error(trace.problem)
  const { difference, replayed } = replay(trace.data)
  expect({ difference, replayed }).toEqual({ difference: null, replayed: entries.length })

  expect(forbiddenSteps(trace.data)).toEqual([])
  // This is the part that a participant copies.
  expect(forbiddenSteps({ entries: trace.data.entries.slice(-500) })).toEqual([])

  const at = entries.findIndex(({ type }) => type === 'flag.submit')
  const other = { type: 'flag.typed', draft: '~1' }
  const changed = trace.data.entries.map((entry, index) =>
    index === at ? { ...entry, event: other } : entry,
  )
  expect(replay({ header, entries: changed })).toMatchObject({
    replayed: at,
    difference: { entry: { type: 'flag.submit' }, actual: null },
  })
}

test('the machines play the whole job without a browser', async () => {
  const begun = performance.now()
  const recorder = new Recorder(100_000)
  const { app, visit, children } = await start('alice', recorder)
  await reaches(app, 'team')
  const home = withMachine(children.home)
  home.send({ type: 'teamName.typed', teamName: 'Lancers' })
  home.send({ type: 'team.create' })

  await when(home, snapshot => snapshot.context.groups.length > 0)
  home.send({ type: 'group.chosen', slug: 'students' })
  home.send({ type: 'password.typed', password: 'wrong' })
  home.send({ type: 'group.select' })
  await when(home, snapshot => JSON.stringify(snapshot.value).includes('wrongPassword'))
  home.send({ type: 'password.typed', password: 'demo-students' })
  home.send({ type: 'group.select' })
  await when(app, snapshot => snapshot.context.facts.hasScoreGroup)

  visit(challengePath({ categorySlug: 'web', challengeSlug: 'hangar-search' }))
  const page = await when(app, snapshot => challengePages(snapshot)[0])
  const { instance, submission, score } = withMachine(page).getSnapshot().children
  if (!instance || !submission || !score) throw new Error('The page has no actors.')
  await when(instance, snapshot => snapshot.can({ type: 'instance.start' }))
  instance.send({ type: 'instance.start' })
  const endpoints = await when(
    instance,
    ({ context: { reading } }) =>
      reading.data?.state === 'running' && reading.data.exposedEndpoints,
  )

  const [flag = ''] = await solve({ endpoints, filesFolder: '', flagPrefix: 'GUIDON' })
  submission.send({ type: 'flag.typed', draft: ` ${flag} ` })
  submission.send({ type: 'flag.submit' })
  await when(submission, snapshot => snapshot.matches({ open: 'accepted' }))
  expect(
    (await when(score, ({ context }) => context.data?.isCompleted && context.data)).points,
  ).toBe(150)

  visit('/scoreboard')
  const entries = await when(children.scoreboard, ({ context }) => context.data?.entries)
  expect(entries).toEqual([
    {
      accountId: expect.any(String),
      displayName: 'Lancers',
      flags: 1,
      points: 150,
      rank: 1,
      lastSolve: expect.any(String),
      rankBefore: null,
    },
  ])
  const took = Math.round(performance.now() - begun)
  console.log(`The job took the machines ${took} ms.`)
  expectReplay(recorder, [flag, 'demo-students', 'Lancers', 'hangar-search'])
  app.stop()

  const bob = await platform.as('bob')
  await bob('POST', '/v1/teams', { name: 'Bobs' })
  await bob('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
  const shared = await bob('POST', '/v1/challenges/hangar-search/solve?category=web', { flag })
  expect(shared.body).toEqual({ status: 2 })
})
