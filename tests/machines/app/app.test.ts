import { expect, test } from 'vitest'
import type { AnyActorRef } from 'xstate'
import { bootedActors, permanentActors, signedInActors } from '../../../src/machines/app/actors.ts'
import { rightFlags } from '../../properties/server.ts'
import { calm, deliver, released, startPlaying } from '../../properties/steps.ts'
import { createAppWorld, type World } from '../../properties/world.ts'

const snapshotOf = (world: World) => world.app.getSnapshot()
const child = (world: World, id: string): AnyActorRef | undefined => snapshotOf(world).children[id]
const flying = (world: World) => [...world.flights].map(({ call }) => call).sort()

/** Answers the calls of these names, once each. */
function answer(world: World, ...calls: readonly string[]) {
  for (const call of calls) {
    const flight = released(world).find(one => one.call === call)
    if (!flight) throw new Error(`${call} is not in the air: ${flying(world)}`)
    deliver(world, flight, 'answer', 1)
  }
}

/** Answers everything until no request is in flight. No time passes. */
const land = (world: World) => calm(world, 1, 0)

function startSignedIn(path = '/') {
  const world = createAppWorld({ path })
  answer(world, 'restore')
  return world
}

/** Somebody who joined a team and chose a score group on another day. */
function startInGroup(world: World) {
  for (const call of ['createTeam', 'selectScoreGroup']) {
    world.server.handle({ call, input: {}, retried: false })
  }
}

/** In the play step, on the home page. */
function startAtHome() {
  const world = createAppWorld()
  startPlaying(world)
  world.visit('/')
  land(world)
  return world
}

test('a page whose configuration lacks a key does not start', () => {
  const world = createAppWorld({ missingKeys: ['apiBaseUrl'] })
  expect(snapshotOf(world).value).toBe('failed')
  expect(child(world, 'session')).toBe(undefined)
  expect(child(world, 'locale')).not.toBe(undefined)
})

test('nothing of the account is asked for before somebody is signed in', () => {
  const world = createAppWorld()
  expect(snapshotOf(world).value).toEqual({ running: 'signedOut' })
  expect(flying(world)).toEqual(['activate', 'apply', 'restore'])
  answer(world, 'restore')
  const requests = [...world.flights].flatMap(({ id }) => (id === null ? [] : id))
  expect(Math.min(...requests)).toBe(1)
})

test('signing in asks for event, user and stats at once', () => {
  const world = startSignedIn()
  expect(snapshotOf(world).value).toEqual({ running: { signedIn: 'loading' } })
  expect(flying(world)).toEqual(
    expect.arrayContaining(['fetchMetadata', 'stats', 'user'] as string[]),
  )
  expect(flying(world)).not.toContain('team')
})

test.each([
  ['fetchMetadata', 'user', 'stats', 'team'],
  ['user', 'stats', 'fetchMetadata', 'team'],
  ['fetchMetadata', 'stats', 'team', 'user'],
  ['fetchMetadata', 'user', 'team', 'stats'],
])(
  'it is ready when event, user, stats and, in team mode, the team are there: %s, %s, %s, %s',
  (...calls) => {
    const world = startSignedIn()
    const steps = calls.map(call => {
      answer(world, call)
      return snapshotOf(world).value.running.signedIn
    })
    expect(steps).toEqual(['loading', 'loading', 'loading', 'ready'])
    expect(snapshotOf(world).context).toMatchObject({
      page: { name: 'home' },
      facts: { isReady: true, phase: 'running', teamMode: true, hasTeam: false },
    })
  },
)

test('a phase that changes is a fact at once', () => {
  const world = startAtHome()
  const phase = () => snapshotOf(world).context.facts.phase
  expect(phase()).toBe('running')
  world.show(false)
  for (let minute = 0; minute < 61; minute++) world.time.pass(60_000)
  expect(phase()).toBe('postPlay')
})

test('the page of the desktop waits until it is known whether there are desktops', () => {
  const world = startSignedIn('/flugzeug')
  startInGroup(world)
  for (const call of ['fetchMetadata', 'user', 'stats', 'team']) answer(world, call)
  expect(snapshotOf(world).context.page).toBe(null)
  answer(world, 'flugzeugEnabled')
  expect(snapshotOf(world).context.page).toEqual({ name: 'flugzeug' })
})

test('if it cannot be known, the page of the desktop stays and says so', () => {
  const world = startSignedIn('/flugzeug')
  startInGroup(world)
  for (const call of ['fetchMetadata', 'user', 'stats', 'team']) answer(world, call)
  const asked = released(world).find(({ call }) => call === 'flugzeugEnabled')
  if (asked) deliver(world, asked, 'fail')
  expect(snapshotOf(world).context.page).toEqual({ name: 'flugzeug' })
})

test('all data stays when the token is renewed', () => {
  const world = startAtHome()
  const home = child(world, 'home')
  child(world, 'session')?.send({
    type: 'session.rejected',
    accessToken: 'token',
    again: false,
  } as never)
  answer(world, 'renew')
  expect(child(world, 'home')).toBe(home)
  expect(snapshotOf(world).value).toEqual({ running: { signedIn: 'ready' } })
})

test('a token that is renewed fetches the user again', () => {
  const world = startAtHome()
  expect(flying(world)).not.toContain('user')
  const session = { accessToken: 'another', expiresAt: world.time.now() + 3_600_000 }
  child(world, 'session')?.send({ type: 'session.shared', session })
  expect(flying(world).filter(call => ['user', 'stats', 'team'].includes(call))).toEqual(['user'])
})

test('a signed-in user has everything that the pages need', () => {
  const actors = { ...permanentActors, ...bootedActors, ...signedInActors }
  expect(Object.keys(snapshotOf(startAtHome()).children).sort()).toEqual(
    [...Object.keys(actors), 'build', 'navigation'].sort(),
  )
})

test('after a failure, everything that the first screen needs can be asked for again', () => {
  const world = startSignedIn()
  for (const flight of released(world)) {
    if (['fetchMetadata', 'user', 'stats'].includes(flight.call)) deliver(world, flight, 'fail')
  }
  expect(flying(world)).not.toContain('user')
  world.app.send({ type: 'app.retry' })
  expect(flying(world)).toEqual(
    expect.arrayContaining(['fetchMetadata', 'stats', 'user'] as string[]),
  )
})

test('home follows the facts, and an action of a child refetches the account', () => {
  const world = startSignedIn()
  land(world)
  const home = child(world, 'home')
  expect(home?.getSnapshot().value).toMatchObject({ team: {} })
  home?.send({ type: 'teamName.typed', teamName: 'Engines' })
  home?.send({ type: 'team.create' })
  answer(world, 'createTeam')
  expect(flying(world)).toEqual(expect.arrayContaining(['stats', 'team', 'user']))
  land(world)
  expect(home?.getSnapshot().value).toMatchObject({ scoreGroup: {} })
})

test('the catalogue is fetched when play begins, and again when the stats change', () => {
  const world = startAtHome()
  expect(child(world, 'catalogue')?.getSnapshot().value).toEqual({ active: { ready: 'visible' } })
  world.app.send({ type: 'account.changed' })
  answer(world, 'user', 'stats')
  expect(flying(world)).not.toContain('catalogue')

  world.server.handle({
    call: 'startInstance',
    input: { categorySlug: 'web', challengeSlug: 'one' },
    retried: false,
  })
  world.app.send({ type: 'account.changed' })
  answer(world, 'stats')
  expect(flying(world)).toContain('catalogue')
})

test('scoreboard and solve times are polled on their own pages only', () => {
  const world = startAtHome()
  const sleeps = (id: string) => child(world, id)?.getSnapshot().matches('dormant')
  expect([sleeps('scoreboard'), sleeps('solveTimes')]).toEqual([true, true])
  world.visit('/scoreboard')
  expect([sleeps('scoreboard'), sleeps('solveTimes')]).toEqual([false, true])
  world.visit('/solves-calendar')
  expect([sleeps('scoreboard'), sleeps('solveTimes')]).toEqual([true, false])
  world.visit('/nowhere')
  expect([sleeps('scoreboard'), sleeps('solveTimes')]).toEqual([true, true])
})

test('a page that the facts do not allow leads home', () => {
  const world = startSignedIn('/challenge/web/one')
  expect(snapshotOf(world).context.page).toBe(null)
  land(world)
  expect(world.path()).toBe('/')
  expect(snapshotOf(world).context.page).toEqual({ name: 'home' })
})

test('the desktop gets an event when its page is entered and left', () => {
  const world = startAtHome()
  const page = () => child(world, 'flugzeug')?.getSnapshot().value.page
  world.visit('/flugzeug')
  expect(page()).toBe('open')
  world.visit('/')
  expect(page()).toBe('closed')
})

test('the question whether to leave the team closes when its page is left', () => {
  const world = startAtHome()
  world.visit('/my-team')
  const membership = child(world, 'membership')
  membership?.send({ type: 'leave.requested', teamId: 't', userId: 'u' })
  expect(membership?.getSnapshot().value).toEqual({ asking: 'open' })
  world.visit('/')
  expect(membership?.getSnapshot().value).toBe('idle')
})

test('the page of a challenge has an actor of its own, which ends when it is left', () => {
  const world = startAtHome()
  world.visit('/challenge/web/one')
  const page = child(world, 'challenge:web/one')
  expect(page?.getSnapshot().value.page).toBe('open')
  land(world)
  world.visit('/challenge/web/two')
  expect(child(world, 'challenge:web/one')).toBe(undefined)
  expect(child(world, 'challenge:web/two')?.getSnapshot().value.page).toBe('open')
  expect(page?.getSnapshot().status).toBe('stopped')
})

test('a page that is left with a change in flight lives on until the change is done', () => {
  const world = startAtHome()
  world.visit('/challenge/web/one')
  land(world)
  const page = child(world, 'challenge:web/one')
  page?.getSnapshot().children.instance.send({ type: 'instance.start' })
  world.visit('/')
  expect(child(world, 'challenge:web/one')).toBe(page)
  world.visit('/challenge/web/one')
  expect(page?.getSnapshot().value.page).toBe('open')
  world.visit('/')
  land(world)
  expect(child(world, 'challenge:web/one')).toBe(undefined)
})

test('open challenges get new stats', () => {
  const world = startAtHome()
  world.visit('/challenge/web/one')
  land(world)
  const { instance } = child(world, 'challenge:web/one')?.getSnapshot().children ?? {}
  world.server.handle({
    call: 'startInstance',
    input: { categorySlug: 'web', challengeSlug: 'two' },
    retried: false,
  })
  world.app.send({ type: 'account.changed' })
  answer(world, 'stats')
  expect(instance?.getSnapshot().context.stats.runningChallenges.running).toEqual([
    { categorySlug: 'web', challengeSlug: 'two' },
  ])
})

test('a completed challenge is announced; its account was refetched with its last flag', () => {
  const world = startAtHome()
  const announced: unknown[] = []
  world.app.on('challenge.completed', event => announced.push(event))
  const challenge = { categorySlug: 'web', challengeSlug: 'one' }
  world.app.send({ type: 'challenge.completed', challenge })
  expect(announced).toEqual([{ type: 'challenge.completed', challenge }])
  expect(flying(world)).toEqual([])
})

test('after the last flag, score, user, stats and team are read once each', () => {
  const world = startAtHome()
  world.visit('/challenge/web/one')
  land(world)
  const submission = child(world, 'challenge:web/one')?.getSnapshot().children.submission
  for (const draft of rightFlags.slice(0, 2)) {
    submission?.send({ type: 'flag.typed', draft } as never)
    submission?.send({ type: 'flag.submit' } as never)
    answer(world, 'submitFlag')
    const asked = new Map<string, number>()
    for (let flights = released(world); flights.length > 0; flights = released(world)) {
      for (const flight of flights) {
        asked.set(flight.call, (asked.get(flight.call) ?? 0) + 1)
        deliver(world, flight, 'answer', 1)
      }
    }
    expect(Object.fromEntries(asked)).toEqual({
      score: 1,
      user: 1,
      stats: 1,
      team: 1,
      catalogue: 1,
    })
  }
})

test('the page of the sign-out signs out, and removes all data of the account', () => {
  const world = startAtHome()
  world.visit('/challenge/web/one')
  land(world)
  const page = child(world, 'challenge:web/one')
  world.visit('/auth/logout')
  expect(snapshotOf(world).value).toEqual({ running: 'signedOut' })
  expect(child(world, 'session')?.getSnapshot().value).toBe('signingOut')
  expect(page?.getSnapshot().status).toBe('stopped')
  expect(child(world, 'user')).toBe(undefined)
  expect(snapshotOf(world).context).toMatchObject({
    page: null,
    stats: undefined,
    facts: { isReady: false },
  })
})

test('after the sign-in, the user is back on the path of before', () => {
  const world = createAppWorld({ path: '/auth/redirect?code=1' })
  answer(world, 'finishSignIn')
  expect(snapshotOf(world).value).toEqual({ running: { signedIn: 'loading' } })
  expect(world.path()).toBe('/')
})

test('an address that changes while nobody is signed in is kept for later', () => {
  const world = createAppWorld()
  world.visit('/nowhere')
  answer(world, 'restore')
  expect(snapshotOf(world).context.page).toEqual({ name: 'notFound' })
})
