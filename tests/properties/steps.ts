import type { AnyActorRef, EventObject } from 'xstate'
import type { Session } from '../../src/machines/session/session.ts'
import { type Request, rightFlags } from './server.ts'
import type { Flight, World } from './world.ts'

const HOUR = 3_600_000

/** One step of a run: what kind of thing happens, and a number that picks which one. */
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
  '/',
  '/my-team',
  '/scoreboard',
  '/solves-calendar',
  '/flugzeug',
  '/challenge/web/one',
  '/challenge/web/two',
  '/nowhere',
] as const

const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]

export function take(world: World, { kind, pick }: Step): void {
  switch (kind) {
    case 'user': {
      const [actor, ...events] = of(userEvents(world), pick) ?? []
      for (const event of events) actor?.send(event)
      break
    }
    case 'visit':
      world.visit(of(paths, pick) ?? '/')
      break
    case 'time':
      world.time.pass(of([400, 2_000, 10_000, 60_000, 40 * 60_000], pick) ?? 0)
      break
    case 'jump':
      world.time.jump(of([-HOUR, HOUR, 40 * 24 * HOUR], pick) ?? 0)
      break
    case 'look':
      world.show(pick % 2 === 0)
      break
    default: {
      const flight = of(released(world), pick)
      if (flight) deliver(world, flight, kind, pick)
    }
  }
}

export const released = (world: World) => [...world.flights].filter(one => one.isReleased)

export function deliver(
  world: World,
  flight: Flight,
  how: 'answer' | 'fail' | 'loseRequest' | 'loseAnswer',
  pick = 0,
): void {
  const { server } = world
  const request = { ...flight, retried: flight.sent > 0 }
  noteUntold(world, flight, how)
  const isLost = how === 'loseRequest' || how === 'loseAnswer'
  if (flight.id !== null && isLost) {
    if (how === 'loseAnswer') handleUnheard(world, flight, request)
    flight.isReleased = false
    flight.sent += 1
    world.tellNetwork('request.failed', flight.id)
  } else if (how !== 'answer') {
    world.tellNetwork('request.succeeded', flight.id)
    world.settle(flight, failure)
  } else {
    const output =
      flight.id === null ? deviceAnswer(world, flight.call, pick) : server.handle(request)
    world.tellNetwork('request.succeeded', flight.id)
    world.settle(flight, { type: 'settle', output })
  }
}

function handleUnheard({ server }: World, flight: Flight, request: Request) {
  const before = server.accepted.length
  server.handle(request)
  if (server.accepted.length > before) flight.isDoubtful = true
}

/** A lost verdict can be found out by the score alone: not where the retry fails, nor the score. */
function noteUntold(world: World, { call, input, isDoubtful, isOrphan }: Flight, how: StepKind) {
  if (call === 'submitFlag' && how === 'answer' && isDoubtful && !isOrphan) {
    world.doubted.add(slugOf((input as { challenge: unknown }).challenge))
  }
  if (call === 'submitFlag' && how === 'fail' && isDoubtful) world.untold += 1
  if (call !== 'fetchScore' || !world.doubted.has(slugOf(input))) return
  const page = world.app.getSnapshot().children[`challenge:web/${slugOf(input)}`]
  const before = page?.getSnapshot().children.submission?.getSnapshot().context.solvedFlags
  if (how === 'fail' || (how === 'answer' && before === null)) world.untold += 1
  if (how === 'fail' || how === 'answer') world.doubted.delete(slugOf(input))
}

const slugOf = (input: unknown) => (input as { challengeSlug: string }).challengeSlug

const failure = { type: 'fail', error: new Error('Nobody expected this.') } as const

function deviceAnswer({ time }: World, call: string, pick: number): unknown {
  const session: Session = { accessToken: 'token', expiresAt: time.now() + HOUR }
  switch (call) {
    case 'restore':
      return session
    case 'finishLogin':
      return { session, returnTo: '/' }
    case 'renew':
      return pick % 20 === 0 ? { ok: false, code: 'invalidGrant' } : { ok: true, session }
    case 'restorePreferences':
      return null
    default:
      return undefined
  }
}

/** Events for one actor, one right after the other. */
type Sending = readonly [AnyActorRef, ...EventObject[]]

/** Everything that somebody may do who presses any button at any time, shown or not. */
export function userEvents({ app }: World): readonly Sending[] {
  const { children } = app.getSnapshot()
  const sends: Sending[] = []
  const offer = (actor: AnyActorRef | undefined, ...events: readonly EventObject[]) => {
    if (actor?.getSnapshot().status === 'active') {
      for (const event of events) sends.push([actor, event])
    }
  }
  const plain = (...types: readonly string[]) => types.map(type => ({ type }))
  offer(app, { type: 'app.retry' })
  offer(children.session, {
    type: 'session.rejected',
    accessToken: 'token',
    again: false,
  } as EventObject)
  offer(children.session, ...plain('session.retry'))
  offer(children.locale, ...['en', 'de'].map(locale => ({ type: 'locale.changed', locale })))
  offer(children.scheme, { type: 'scheme.changed', scheme: 'dark' } as EventObject)
  offer(children.sidebar, ...plain('sidebar.solvedToggled'))
  offer(
    children.home,
    ...plain('team.join', 'team.create', 'group.select', 'groups.reload'),
    { type: 'token.typed', token: 'token' } as EventObject,
    { type: 'teamName.typed', teamName: 'Engines' } as EventObject,
    { type: 'group.chosen', slug: 'open' } as EventObject,
    { type: 'password.typed', password: 'secret' } as EventObject,
  )
  offer(
    children.membership,
    { type: 'leave.requested', teamId: 'team', userId: 'user' } as EventObject,
    ...plain('leave.confirmed', 'leave.cancelled'),
  )
  offer(
    children.flugzeug,
    ...plain('flugzeug.start', 'flugzeug.prolong', 'flugzeug.stop', 'flugzeug.reset'),
    ...plain('reset.requested', 'reset.cancelled', 'flugzeug.retry', 'desktop.enter'),
  )
  offer(children.palette, ...plain('palette.open', 'palette.close'), {
    type: 'palette.chosen',
    path: '/scoreboard',
  } as EventObject)
  offer(
    children.dialogs,
    { type: 'dialog.open', dialog: 'vpn' } as EventObject,
    { type: 'dialog.open', dialog: 'debug' } as EventObject,
    ...plain('dialog.close'),
  )
  const within = children.dialogs?.getSnapshot().children ?? {}
  offer(within.vpn, ...plain('vpn.download', 'vpn.showCode', 'vpn.hideCode'))
  offer(within.copy, { type: 'copy.requested', id: 'user', text: 'user' } as EventObject)
  for (const [id, page] of Object.entries<AnyActorRef | undefined>(children)) {
    if (!id.startsWith('challenge:') || !page) continue
    offer(page, ...plain('challenge.retry'))
    const { instance, submission } = page.getSnapshot().children
    const actions = ['start', 'abort', 'extend', 'stop', 'retry'].map(one => `instance.${one}`)
    offer(instance, ...plain(...actions, ...actions))
    offer(submission, ...plain('flag.submit'), { type: 'flag.typed', draft: ' ' } as EventObject)
    for (const draft of [...rightFlags, ...rightFlags, 'GUIDON{wrong}']) {
      if (!submission) continue
      // Enter is pressed twice.
      sends.push([
        submission,
        { type: 'flag.typed', draft } as EventObject,
        { type: 'flag.submit' },
        { type: 'flag.submit' },
      ])
    }
  }
  return sends
}

/** Answers everything that flies, again and again, with some time in between. */
export function calm(world: World, rounds: number, pause: number): void {
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < 20; turn++) {
      const flights = released(world)
      if (flights.length === 0) break
      for (const flight of flights)
        if (world.flights.has(flight)) deliver(world, flight, 'answer', 1)
    }
    world.time.pass(pause)
  }
}

/** Signed in, in a team and a score group, and on the page of a challenge. */
export function startPlaying(world: World): void {
  calm(world, 1, 0)
  const { home } = world.app.getSnapshot().children
  home?.send({ type: 'teamName.typed', teamName: 'Engines' })
  home?.send({ type: 'team.create' })
  calm(world, 1, 0)
  home?.send({ type: 'group.chosen', slug: 'open' })
  home?.send({ type: 'group.select' })
  calm(world, 1, 0)
  world.visit('/challenge/web/one')
  calm(world, 1, 0)
}
