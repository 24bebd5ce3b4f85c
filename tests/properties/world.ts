import {
  type ActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  createActor,
  type EventObject,
  fromCallback,
  type InspectionEvent,
  type Snapshot,
} from 'xstate'
import { appMachine } from '../../src/machines/app/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'
import { dialogsMachine } from '../../src/machines/dialogs/machine.ts'
import { eventMachine } from '../../src/machines/event/machine.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { homeMachine } from '../../src/machines/home/machine.ts'
import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { localeMachine } from '../../src/machines/locale/machine.ts'
import { membershipMachine } from '../../src/machines/membership/machine.ts'
import type { LocationChanged } from '../../src/machines/navigation/events.ts'
import { paletteMachine } from '../../src/machines/palette/machine.ts'
import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import { createResource } from '../../src/machines/resource/machine.ts'
import { schemeMachine } from '../../src/machines/scheme/machine.ts'
import { sessionMachine } from '../../src/machines/session/machine.ts'
import { sidebarMachine } from '../../src/machines/sidebar/machine.ts'
import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { vpnMachine } from '../../src/machines/vpn/machine.ts'
import { createTime } from '../support/time.ts'
import { createServer } from './server.ts'

/** A call in the air: it waits for the network, flies, or waits for its answer. */
export interface Flight {
  readonly call: string
  readonly input: unknown
  readonly actor: AnyActorRef
  /** Through the network's queue; else of the device or the identity provider. */
  readonly id: number | null
  isReleased: boolean
  /** How often it was sent in vain. */
  sent: number
  /** The server accepted a flag, and its answer was lost. */
  isDoubtful: boolean
  /** Nobody waits for its answer any more. */
  isOrphan: boolean
  settle(event: { type: 'settle'; output: unknown } | { type: 'fail'; error: unknown }): void
}

type World = ReturnType<typeof createWorld>

export type { World }

/** The whole root actor before a simulated server, with every answer and all time in the test's hand. */
export function createWorld({ path: startPath = '/', missingKeys = [] as readonly string[] } = {}) {
  const time = createTime()
  const server = createServer()
  const flights = new Set<Flight>()
  const callbacks = new Set<{ src: string; tell(event: EventObject): void }>()
  const problems: string[] = []
  /** How often a submission came to `accepted`, by challenge. */
  let shownAccepted = 0
  let isHidden = false
  let lastId = 0
  let path = startPath

  const network = (): AnyActorRef | undefined => app.system.get('network')
  const tellNetwork = (type: string, id: number | null) => {
    if (id === null || network()?.getSnapshot().status !== 'active') return
    network()?.send({ type, id })
  }

  /** Stands for a promise of this name, and answers at once when it is told to. */
  function call(name: string, isQueued: boolean) {
    const flightOf = new WeakMap<AnyActorRef, Flight>()
    type Settled = Parameters<Flight['settle']>[0] | { type: 'xstate.stop' }
    type Called = Snapshot<unknown> & { input: unknown }
    const logic: ActorLogic<Called, Settled, unknown> = {
      getInitialSnapshot: (_, input) => ({
        status: 'active',
        output: undefined,
        error: undefined,
        input,
      }),
      getPersistedSnapshot: snapshot => snapshot,
      start({ input }, { self, system }) {
        const id = isQueued ? ++lastId : null
        const flight: Flight = {
          call: name,
          input,
          actor: self as unknown as AnyActorRef,
          id,
          isReleased: !isQueued,
          sent: 0,
          isDoubtful: false,
          isOrphan: false,
          settle: event => self.send(event),
        }
        flightOf.set(self as unknown as AnyActorRef, flight)
        flights.add(flight)
        if (id === null) return
        const queue: AnyActorRef = system.get('network')
        if (queue && !listened.has(queue)) {
          listened.add(queue)
          queue.on('request.released', ({ id }: { id: number }) => {
            for (const one of flights) if (one.id === id) one.isReleased = true
          })
        }
        tellNetwork('request.opened', id)
      },
      transition({ input }, event, { self }): Called {
        const flight = flightOf.get(self as unknown as AnyActorRef)
        if (flight && event.type !== 'xstate.stop') flights.delete(flight)
        if (event.type === 'settle')
          return { input, status: 'done', output: event.output, error: undefined }
        if (event.type === 'fail')
          return { input, status: 'error', output: undefined, error: event.error }
        // Leaving cancels reads, never changes.
        if (flight) flight.isOrphan = true
        if (flight && !server.isChange(name)) {
          flights.delete(flight)
          tellNetwork('request.cancelled', flight.id)
        }
        return { input, status: 'stopped', output: undefined, error: undefined }
      },
    }
    return logic as never
  }
  const listened = new WeakSet<AnyActorRef>()

  const api = (name: string) => call(name, true)
  const device = (name: string) => call(name, false)
  const callback = (src: string, start: (tell: (event: EventObject) => void) => void = () => {}) =>
    fromCallback(({ sendBack, receive }) => {
      const entry = { src, tell: sendBack }
      callbacks.add(entry)
      receive(event => {
        if (src === 'navigation') visit((event as unknown as { path: string }).path)
      })
      start(sendBack)
      return () => callbacks.delete(entry)
    }) as never
  const tell = (src: string, event: EventObject) => {
    for (const one of [...callbacks]) if (one.src === src) one.tell(event)
  }
  const located = (): LocationChanged => ({ type: 'location.changed', path })
  const visit = (to: string) => {
    path = to
    tell('navigation', located())
  }
  const visibility = callback('visibility', tellBack => {
    if (isHidden) tellBack({ type: 'page.hidden' })
  })
  const resource = (name: string) =>
    createResource<never>(name).provide({ actors: { fetch: api(name), visibility } }) as never

  const machine = appMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          restore: device('restore'),
          startLogin: device('startLogin'),
          finishLogin: device('finishLogin'),
          renew: device('renew'),
          forget: device('forget'),
          logout: device('logout'),
          reportLoginError: device('reportLoginError'),
        },
      }),
      locale: localeMachine.provide({ actors: { activate: device('activate') } }),
      scheme: schemeMachine.provide({ actors: { apply: device('apply') } }),
      sidebar: sidebarMachine.provide({
        actors: {
          restorePreferences: device('restorePreferences'),
          storePreferences: device('storePreferences'),
        },
      }),
      reminder: reminderMachine.provide({
        actors: {
          fetchStops: api('fetchStops'),
          readNoticeChoice: device('readNoticeChoice'),
          allowNotices: device('allowNotices'),
          forbidNotices: device('forbidNotices'),
          notifier: callback('notifier'),
        },
      }),
      palette: paletteMachine.provide({ actors: { shortcut: callback('shortcut') } }),
      navigation: callback('navigation', tellBack => tellBack(located())),
      event: eventMachine.provide({ actors: { fetchMetadata: api('fetchMetadata'), visibility } }),
      user: resource('user'),
      stats: resource('stats'),
      team: resource('team'),
      catalogue: resource('catalogue'),
      flugzeugEnabled: resource('flugzeugEnabled'),
      scoreboard: resource('scoreboard'),
      solveTimes: resource('solveTimes'),
      home: homeMachine.provide({
        actors: {
          joinTeam: api('joinTeam'),
          createTeam: api('createTeam'),
          fetchTeam: api('fetchTeam'),
          listScoreGroups: api('listScoreGroups'),
          selectScoreGroup: api('selectScoreGroup'),
        },
      }),
      membership: membershipMachine.provide({ actors: { leaveTeam: api('leaveTeam') } }),
      challenge: challengeMachine.provide({
        actors: {
          detail: resource('detail'),
          score: resource('score'),
          instance: instanceMachine.provide({
            actors: {
              fetchInstance: api('fetchInstance'),
              startInstance: api('startInstance'),
              prolongInstance: api('prolongInstance'),
              stopInstance: api('stopInstance'),
              visibility,
            },
          }),
          submission: submissionMachine.provide({
            actors: {
              submitFlag: api('submitFlag'),
              fetchScore: api('fetchScore'),
              keepDraft: callback('keepDraft'),
            },
          }),
        },
      }),
      flugzeug: flugzeugMachine.provide({
        actors: {
          fetchFlugzeug: api('fetchFlugzeug'),
          createFlugzeug: api('createFlugzeug'),
          startFlugzeug: api('startFlugzeug'),
          stopFlugzeug: api('stopFlugzeug'),
          resetFlugzeug: api('resetFlugzeug'),
          prolongFlugzeug: api('prolongFlugzeug'),
          visibility,
          desktopFrame: callback('desktopFrame'),
        },
      }),
      dialogs: dialogsMachine.provide({
        actors: {
          copy: copyMachine.provide({ actors: { writeClipboard: device('writeClipboard') } }),
          vpn: vpnMachine.provide({
            actors: { fetchConfig: api('fetchConfig'), saveConfig: device('saveConfig') },
          }),
        },
      }),
    },
  })

  function inspect(event: InspectionEvent) {
    if (event.type !== '@xstate.microstep') return
    const snapshot = event.snapshot as AnyMachineSnapshot
    if (snapshot.status === 'error') {
      problems.push(`${snapshot.machine.id} died of ${String(snapshot.error)}`)
    }
    if (snapshot.machine.id !== 'submission' || !snapshot.matches({ open: 'accepted' })) return
    const isNew = event._transitions.some(({ target }) =>
      target?.some(node => node.key === 'accepted'),
    )
    if (isNew) shownAccepted += 1
  }

  const app: AnyActorRef = createActor(machine, {
    clock: time.clock,
    inspect,
    input: {
      missingKeys,
      path,
      now: time.now,
      random: () => 0.5,
      loginFailures: 0,
      locale: { stored: 'en', browser: [] },
      scheme: { stored: null },
    },
  })
  app.subscribe({ error: error => problems.push(`the root died of ${String(error)}`) })
  app.start()

  return {
    app,
    time,
    server,
    flights: flights as ReadonlySet<Flight>,
    problems: problems as readonly string[],
    shownAccepted: () => shownAccepted,
    /** Flags that were accepted, while nothing could tell the app so. */
    untold: 0,
    /** Challenges whose score is asked for a verdict that was lost. */
    doubted: new Set<string>(),
    visit,
    path: () => path,
    tell,
    show(isShown: boolean) {
      isHidden = !isShown
      tell('visibility', { type: isShown ? 'page.shown' : 'page.hidden' })
    },
    tellNetwork,
    /** Gives the answer to whoever still waits for it. */
    settle(flight: Flight, event: Parameters<Flight['settle']>[0]) {
      flights.delete(flight)
      if (!flight.isOrphan) flight.settle(event)
    },
  }
}
