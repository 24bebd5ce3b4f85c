import type { AnyActorRef, EventObject } from 'xstate'
import type { Path } from '../../src/domain/path.ts'
import type { Session } from '../../src/machines/session/session.ts'
import { plainPaths } from '../support/plain-paths.ts'
import { controlsOf } from './controls.ts'
import { machinesOf } from './invariants.ts'
import { challengeOf, type Request, rightFlags } from './server.ts'
import type { Flight, World } from './world.ts'

const HOUR = 3_600_000

/** One step of a run: the kind of step, and a number that picks one of that kind. */
export interface Step {
  readonly kind: StepKind
  readonly pick: number
}

export const stepKinds = [
  'user',
  'visit',
  'answer',
  'fail',
  'loseRequest',
  'loseAnswer',
  'time',
  'jump',
  'look',
] as const
type StepKind = (typeof stepKinds)[number]

export const paths = [
  ...plainPaths,
  '/challenge/web/one',
  '/challenge/web/two',
  '/accounts/a1',
  '/nowhere',
] as const

const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

/** @returns what happened, for people; null: nothing could */
export function take(world: World, { kind, pick }: Step): string | null {
  switch (kind) {
    case 'user': {
      const [actor, ...events] = of(userEvents(world), pick) ?? []
      for (const event of events) actor?.send(event)
      return events.map(event => JSON.stringify(event)).join(' and ') || null
    }
    case 'visit': {
      const path = of(paths, pick) ?? '/'
      world.visit(path)
      return `visit ${path}`
    }
    case 'time': {
      const ms = of([400, 2_000, 10_000, 60_000, 40 * 60_000], pick) ?? 0
      world.time.pass(ms)
      return `${ms / 1000} s pass`
    }
    case 'jump': {
      const ms = of([-HOUR, HOUR, 40 * 24 * HOUR], pick) ?? 0
      world.time.jump(ms)
      return `the clock jumps ${ms / HOUR} h`
    }
    case 'look':
      world.show(pick % 2 === 0)
      return pick % 2 === 0 ? 'page shown' : 'page hidden'
    default: {
      const flight = of(released(world), pick)
      if (!flight) return null
      deliver(world, flight, kind, pick)
      return `${flight.call} ${HAPPENS[kind]}`
    }
  }
}

const HAPPENS = {
  answer: 'answers',
  fail: 'fails',
  loseRequest: 'is lost',
  loseAnswer: 'loses its answer',
} as const

export const released = (world: World) => [...world.flights].filter(one => one.isReleased)

export function deliver(
  world: World,
  flight: Flight,
  how: 'answer' | 'fail' | 'loseRequest' | 'loseAnswer',
  pick = 0,
): void {
  const { server } = world
  const request = { ...flight, retried: flight.sent > 0 }
  countUnseen(world, flight, how)
  const isLost = how === 'loseRequest' || how === 'loseAnswer'
  if (flight.id !== null && isLost) {
    if (how === 'loseAnswer') handleWithoutAnswer(world, flight, request)
    flight.isReleased = false
    flight.sent += 1
    world.notifyNetwork('request.failed', flight.id)
  } else if (how !== 'answer') {
    world.notifyNetwork('request.succeeded', flight.id)
    world.settle(flight, failure)
  } else {
    const output =
      flight.id === null ? deviceAnswer(world, flight.call, pick) : server.handle(request)
    world.notifyNetwork('request.succeeded', flight.id)
    world.settle(flight, { type: 'settle', output })
  }
}

function handleWithoutAnswer({ server }: World, flight: Flight, request: Request) {
  const before = server.accepted.length
  server.handle(request)
  if (server.accepted.length > before) flight.isDoubtful = true
}

/** Only the score shows a lost verdict. Counts verdicts that stay unknown, because retry and score fail. */
function countUnseen(
  world: World,
  { call, input, isDoubtful, isAbandoned }: Flight,
  how: StepKind,
) {
  const isEnd = how === 'answer' || how === 'fail'
  if (call === 'submitFlag' && isEnd && isDoubtful && !isAbandoned) world.doubted.add(slugOf(input))
  if (call !== 'fetchScore' || !world.doubted.has(slugOf(input))) return
  const before = (input as { solvedFlags: number | null }).solvedFlags
  if (how === 'fail' || (how === 'answer' && before === null)) world.acceptedUnseen += 1
  if (how === 'fail' || how === 'answer') world.doubted.delete(slugOf(input))
}

const slugOf = (input: unknown) => challengeOf(input).challengeSlug

const failure = { type: 'fail', error: new Error('Nobody expected this.') } as const

function deviceAnswer({ time }: World, call: string, pick: number): unknown {
  const session: Session = { accessToken: 'token', expiresAt: time.now() + HOUR }
  switch (call) {
    case 'restore':
      return session
    case 'finishSignIn':
      return { session, returnTo: '/' }
    case 'renew':
      return pick % 20 === 0 ? { ok: false, code: 'invalidGrant' } : { ok: true, session }
    case 'restorePreferences':
      return null
    case 'readNotificationChoice':
      return 'off'
    case 'allowNotifications':
      return of(['on', 'on', 'off', 'denied'], pick)
    default:
      return undefined
  }
}

/** Events for one actor, one right after the other. */
type Sending = readonly [AnyActorRef, ...EventObject[]]

/** Everything that a user can cause by pressing any button at any time, shown or not. */
function userEvents({ app }: World): readonly Sending[] {
  const sends: Sending[] = [[app.getSnapshot().children.session, rejection]]
  for (const [actor, { machine }] of machinesOf(app)) {
    for (const { events } of controlsOf(machine.id)) {
      for (const event of events) {
        sends.push([actor, event])
        // The game itself is played twice as often.
        if (machine.id === 'instance') sends.push([actor, event])
      }
    }
    if (machine.id !== 'submission') continue
    for (const draft of [...rightFlags, ...rightFlags, 'GUIDON{wrong}']) {
      // Enter is pressed twice.
      sends.push([
        actor,
        { type: 'flag.typed', draft } as EventObject,
        { type: 'flag.submit' },
        { type: 'flag.submit' },
      ])
    }
  }
  return sends
}

/** The API answered 401. */
const rejection = { type: 'session.rejected', accessToken: 'token', again: false } as EventObject

/** Answers all requests in flight, again and again, with some time in between. */
export function calm(world: World, rounds: number, step: number): void {
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < 20; turn++) {
      const flights = released(world)
      if (flights.length === 0) break
      for (const flight of flights)
        if (world.flights.has(flight)) deliver(world, flight, 'answer', 1)
    }
    world.time.pass(step)
  }
}

/** Signs in, with a team and a score group, and opens a page. */
export function startPlaying(world: World, page: Path = '/challenge/web/one'): void {
  calm(world, 1, 0)
  const { home } = world.app.getSnapshot().children
  home?.send({ type: 'teamName.typed', teamName: 'Engines' })
  home?.send({ type: 'team.create' })
  calm(world, 1, 0)
  home?.send({ type: 'group.chosen', slug: 'open' })
  home?.send({ type: 'group.select' })
  calm(world, 1, 0)
  world.visit(page)
  calm(world, 1, 0)
}
