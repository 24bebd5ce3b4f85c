import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type AnyActorRef,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  SimulatedClock,
} from 'xstate'
import type { Client } from '../../src/api/client/client.ts'
import type { Effects } from '../../src/api/client/effects.ts'
import type { CallName } from '../../src/api/contract.ts'
import type { SessionActors } from '../../src/api/sign-in/session-actors.ts'
import type { Path } from '../../src/domain/path.ts'
import { signedInChildren } from '../../src/machines/app/children.ts'
import { wire } from '../../src/wiring/app.ts'
import type { Device } from '../../src/wiring/device.ts'
import {
  challenge,
  detail,
  extended,
  notRunning,
  running,
  score,
  statsOf,
} from '../support/challenge.ts'
import { repeats } from '../support/depth.ts'
import { metadata } from '../support/fake-app.ts'
import { loadParts } from '../support/parts.ts'
import { plainPaths } from '../support/plain-paths.ts'
import { START, settled } from '../support/time.ts'
import { SEED } from './runs.ts'

await loadParts()

/** When an effect throws: never, at its start, later, when it gets an event, or when it ends. */
const faults = ['none', 'start', 'later', 'event', 'end'] as const
type Fault = (typeof faults)[number]

const answers: { readonly [N in CallName]?: unknown } = {
  getMetadata: metadata,
  getUser: {
    id: 'u1',
    username: 'alice',
    externalId: 'x1',
    vpn: { connected: true, ipv4Address: '10.0.0.9' },
  },
  getStats: statsOf([challenge]),
  listCategories: [{ slug: 'web', name: 'Web', description: '', order: 1 }],
  listChallenges: [
    { categorySlug: 'web', slug: 'login', name: 'Login', order: 1, difficulty: 'easy' },
  ],
  getChallenge: detail,
  getScore: score,
  getInstance: running,
  getFlugzeugEnabled: { enabled: true },
  getFlugzeug: { status: 'running', stopTimestamp: extended.scheduledStopTime, url: null },
  getScoreboard: { entries: [] },
  getSolveTimes: { categories: [] },
  getVpnConfig: '[Interface]',
  listScoreGroups: [],
  solveChallenge: { status: 2 },
  startInstance: notRunning,
}

const boom = () => new Error('The effect broke.')

/** An app in which each effect may throw when it runs, as the script says. */
function createWorld(script: readonly Fault[]) {
  let next = 0
  let isCalm = false
  const fault = (): Fault => (isCalm ? 'none' : (script[next++ % script.length] ?? 'none'))
  const clock = new SimulatedClock()
  const reported: unknown[] = []
  const senders = new Map<string, (event: EventObject) => void>()

  const promise = <T>(answer: () => T) =>
    fromPromise<T, NonReducibleUnknown>(() => {
      const kind = fault()
      if (kind === 'start') throw boom()
      return kind === 'none'
        ? Promise.resolve(answer())
        : new Promise((_, reject) => setImmediate(() => reject(boom())))
    })
  const callback = (name: string) =>
    fromCallback<EventObject>(({ sendBack, receive }) => {
      const kind = fault()
      senders.set(name, event => sendBack(event as never))
      receive(event => {
        const { path } = event as { path?: Path }
        if (event.type === 'navigate')
          sendBack({ type: 'location.changed', path } as unknown as EventObject)
        if (kind === 'event') throw boom()
      })
      if (kind === 'start') throw boom()
      return () => {
        if (kind === 'end') throw boom()
      }
    })

  const client = (async (name: CallName) => {
    if (fault() !== 'none') throw boom()
    return { ok: true, data: answers[name], retried: false }
  }) as Client
  const guarded = <A extends unknown[]>(run: (...args: A) => Promise<never>, args: A) => {
    if (fault() === 'start') throw boom()
    return run(...args)
  }
  const effects = {
    resolve: (url: string) => url,
    clientIn() {
      if (fault() === 'start') throw boom()
      return client
    },
    read: (run: never) =>
      fromPromise(({ input, signal }) => guarded(run, [client, signal, input] as never)),
    stream: () => callback('stream'),
  } as unknown as Effects

  const session = {
    sharedSession: callback('sharedSession'),
    restore: fromPromise(async () => ({ accessToken: 't', expiresAt: START + 1e9 })),
    renew: promise(() => ({ ok: true, session: { accessToken: 't', expiresAt: START + 1e9 } })),
    ...Object.fromEntries(
      ['startSignIn', 'finishSignIn', 'forget', 'signOut', 'reportSignInError'].map(name => [
        name,
        promise(() => undefined),
      ]),
    ),
  } as unknown as SessionActors

  const callbacks = [
    'navigation',
    'visibility',
    'shortcut',
    'draftStore',
    'homeDraftStore',
    'invitationStore',
    'desktopFrame',
    'viewStore',
    'viewFrame',
    'partFailures',
  ].map(name => [name, callback(name)])
  const promises = Object.entries({
    activateLocale: undefined,
    findNewerBuild: null,
    reloadFor: undefined,
    applyScheme: undefined,
    writeClipboard: undefined,
    saveConfig: undefined,
    restorePreferences: null,
    storePreferences: undefined,
  }).map(([name, answer]) => [name, promise(() => answer)])
  const notifications = {
    readNotificationChoice: promise(() => 'off'),
    allowNotifications: promise(() => 'on'),
    forbidNotifications: promise(() => undefined),
    notifier: callback('notifier'),
  }
  const device = {
    ...Object.fromEntries([...callbacks, ...promises]),
    notifications,
  } as unknown as Device

  const app = createActor(wire({ effects, session, device, report: e => reported.push(e) }), {
    clock,
    input: {
      missingKeys: [],
      path: '/challenge/web/login',
      now: () => START + clock.now(),
      random: () => 0.5,
      signInFailures: 0,
      locale: { stored: 'en', browser: [] },
      scheme: { stored: null },
    },
  })
  // Otherwise an error of the root would be thrown later, outside of the test.
  app.subscribe({ error: () => {} })
  app.start()
  return {
    app,
    reported,
    visit: (path: Path) => senders.get('navigation')?.({ type: 'location.changed', path } as never),
    calm: () => {
      isCalm = true
    },
    async pass(milliseconds: number) {
      await settled()
      clock.increment(milliseconds)
      await settled()
      await settled()
    },
  }
}

type World = ReturnType<typeof createWorld>

function* family(actor: AnyActorRef): Generator<AnyActorRef> {
  yield actor
  for (const child of Object.values(actor.getSnapshot().children ?? {})) {
    yield* family(child as AnyActorRef)
  }
}

/** The machines that ended by an error. */
const brokenMachines = ({ app }: World) =>
  [...family(app)]
    .filter(actor => actor.getSnapshot().status === 'error')
    .map(({ id }) => id)
    // A promise that failed is not a machine: the machine that invoked it has handled its error.
    .filter(id => id !== '' && !/\.|:invocation/.test(id))

const send = (world: World, id: string, event: object) => {
  for (const actor of family(world.app)) if (actor.id === id) actor.send(event as never)
}

const paths: readonly Path[] = [...plainPaths, '/challenge/web/login']

/** What a user may do. An action that is not possible at the moment does nothing. */
const actions: readonly ((world: World) => void)[] = [
  ...paths.map(path => (world: World) => world.visit(path)),
  world => send(world, 'submission', { type: 'flag.typed', draft: 'GUIDON{x}' }),
  world => send(world, 'submission', { type: 'flag.submit' }),
  world => send(world, 'instance', { type: 'instance.start' }),
  world => send(world, 'instance', { type: 'instance.extend' }),
  world => send(world, 'instance', { type: 'instance.stop' }),
  world => send(world, 'flugzeug', { type: 'flugzeug.stop' }),
  world => send(world, 'flugzeug', { type: 'desktop.enter' }),
  world => send(world, 'flugzeug', { type: 'flugzeug.extend' }),
  world => send(world, 'dialogs', { type: 'dialog.open', dialog: 'vpn' }),
  world => send(world, 'dialogs', { type: 'dialog.close' }),
  world => send(world, 'copy', { type: 'copy.requested', id: 'x', text: 'x' }),
  world => send(world, 'sidebar', { type: 'sidebar.filtered', filter: 'x' }),
  world => send(world, 'scheme', { type: 'scheme.changed', scheme: 'dark' }),
  world => send(world, 'locale', { type: 'locale.changed', locale: 'de' }),
  world => send(world, 'reminder', { type: 'notifications.switched' }),
  world => send(world, 'palette', { type: 'palette.open' }),
]

const run = fc.record({
  script: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.constant('none' as const) },
      { weight: 4, arbitrary: fc.constantFrom(...faults) },
    ),
    { minLength: 5, maxLength: 60 },
  ),
  steps: fc.array(fc.record({ action: fc.nat(actions.length - 1), wait: fc.nat(15_000) }), {
    minLength: 5,
    maxLength: 25,
  }),
})

test('whichever effect throws, and whenever, the app lives and works once effects work again', async () => {
  let broken = 0
  await fc.assert(
    fc.asyncProperty(run, async ({ script, steps }) => {
      const world = createWorld(script)
      for (const { action, wait } of steps) {
        actions[action]?.(world)
        await world.pass(wait)
        expect(world.app.getSnapshot().status).toBe('active')
        expect(brokenMachines(world)).toEqual([])
      }
      broken += world.reported.length

      world.calm()
      for (let round = 0; round < 12; round++) await world.pass(10_000)
      const { value } = world.app.getSnapshot()
      expect(value).toEqual({ running: { signedIn: 'ready' } })

      world.visit('/challenge/web/login')
      await world.pass(0)
      send(world, 'submission', { type: 'flag.typed', draft: 'GUIDON{y}' })
      send(world, 'submission', { type: 'flag.submit' })
      await world.pass(0)
      const submission = [...family(world.app)].find(({ id }) => id === 'submission')
      expect(submission?.getSnapshot().value).toEqual({ open: 'rejected' })

      world.visit('/scoreboard')
      await world.pass(0)
      const children = signedInChildren(world.app.getSnapshot())
      expect(children?.scoreboard.getSnapshot().context.data).toEqual({ entries: [] })
      world.app.stop()
    }),
    { numRuns: repeats(20, 30), seed: SEED },
  )
  expect(broken).toBeGreaterThan(0)
})
