import {
  type ActorLogic,
  type AnyActorRef,
  type EventObject,
  fromCallback,
  type Snapshot,
} from 'xstate'
import { appMachine } from '../../src/machines/app/machine.ts'
import { buildMachine } from '../../src/machines/build/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'
import { dialogsMachine } from '../../src/machines/dialogs/machine.ts'
import { eventMachine } from '../../src/machines/event/machine.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../../src/machines/flugzeug/setup.ts'
import { homeMachine } from '../../src/machines/home/machine.ts'
import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { environmentResource } from '../../src/machines/instance/setup.ts'
import { localeMachine } from '../../src/machines/locale/machine.ts'
import { membershipMachine } from '../../src/machines/membership/machine.ts'
import { paletteMachine } from '../../src/machines/palette/machine.ts'
import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import { createResource } from '../../src/machines/resource/machine.ts'
import { schemeMachine } from '../../src/machines/scheme/machine.ts'
import { sessionMachine } from '../../src/machines/session/machine.ts'
import { sidebarMachine } from '../../src/machines/sidebar/machine.ts'
import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { vpnMachine } from '../../src/machines/vpn/machine.ts'
import { isChange } from './server.ts'

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

/** What the actors of one running app share with its test. */
export interface Surroundings {
  readonly flights: Set<Flight>
  readonly callbacks: Set<Callback>
  isHidden: boolean
  lastId: number
  path: string
  network(): AnyActorRef | undefined
  tellNetwork(type: string, id: number | null): void
  visit(path: string): void
}

interface Callback {
  readonly src: string
  tell(event: EventObject): void
}

type AnySystem = AnyActorRef['system']

/** By the system of actors that the app runs in. */
export const surroundings = new WeakMap<AnySystem, Surroundings>()

function around(system: AnySystem): Surroundings {
  const found = surroundings.get(system)
  if (!found) throw new Error('This app runs without a world.')
  return found
}

const listened = new WeakSet<AnyActorRef>()

/** Whoever waits in the queue flies when it lets him. */
function listen({ flights, network }: Surroundings) {
  const queue = network()
  if (!queue || listened.has(queue)) return
  listened.add(queue)
  queue.on('request.released', ({ id }: { id: number }) => {
    for (const one of flights) if (one.id === id) one.isReleased = true
  })
}

type Settled = Parameters<Flight['settle']>[0] | { type: 'xstate.stop' }
type Called = Snapshot<unknown> & { input: unknown }

/** Stands for a promise of this name, and answers at once when it is told to. */
function call(name: string, isQueued: boolean) {
  const flightOf = new WeakMap<AnyActorRef, Flight>()
  const logic: ActorLogic<Called, Settled, unknown> = {
    getInitialSnapshot: (_, input) => ({
      status: 'active',
      output: undefined,
      error: undefined,
      input,
    }),
    getPersistedSnapshot: snapshot => snapshot,
    start({ input }, { self, system }) {
      const world = around(system)
      const actor = self as unknown as AnyActorRef
      const id = isQueued ? ++world.lastId : null
      const flight: Flight = {
        call: name,
        input,
        actor,
        id,
        isReleased: !isQueued,
        sent: 0,
        isDoubtful: false,
        isOrphan: false,
        settle: event => self.send(event),
      }
      flightOf.set(actor, flight)
      world.flights.add(flight)
      if (id === null) return
      listen(world)
      world.tellNetwork('request.opened', id)
    },
    transition({ input }, event, { self, system }): Called {
      const world = around(system)
      const flight = flightOf.get(self as unknown as AnyActorRef)
      if (flight && event.type !== 'xstate.stop') world.flights.delete(flight)
      if (event.type === 'settle')
        return { input, status: 'done', output: event.output, error: undefined }
      if (event.type === 'fail')
        return { input, status: 'error', output: undefined, error: event.error }
      // Leaving cancels reads, never changes.
      if (flight) flight.isOrphan = true
      if (flight && !isChange(name)) {
        world.flights.delete(flight)
        world.tellNetwork('request.cancelled', flight.id)
      }
      return { input, status: 'stopped', output: undefined, error: undefined }
    },
  }
  return logic as never
}

const api = (name: string) => call(name, true)
const device = (name: string) => call(name, false)
const callback = (src: string, begin: (world: Surroundings, entry: Callback) => void = () => {}) =>
  fromCallback(({ sendBack, receive, system }) => {
    const world = around(system)
    const entry = { src, tell: sendBack }
    world.callbacks.add(entry)
    receive(event => {
      if (src === 'navigation') world.visit((event as unknown as { path: string }).path)
    })
    begin(world, entry)
    return () => world.callbacks.delete(entry)
  }) as never
const visibility = callback('visibility', ({ isHidden }, { tell }) => {
  if (isHidden) tell({ type: 'page.hidden' })
})
const resource = (name: string) =>
  createResource<never>(name).provide({ actors: { fetch: api(name), visibility } }) as never

/** The whole app, joined once: to build its machines anew would take most of the time of a run. */
export const wiredApp = appMachine.provide({
  actors: {
    session: sessionMachine.provide({
      actors: {
        restore: device('restore'),
        startLogin: device('startLogin'),
        finishLogin: device('finishLogin'),
        renew: device('renew'),
        sharedSession: callback('sharedSession'),
        forget: device('forget'),
        logout: device('logout'),
        reportLoginError: device('reportLoginError'),
      },
    }),
    build: buildMachine.provide({
      actors: {
        partFailures: callback('partFailures'),
        findNewerBuild: device('findNewerBuild'),
        reloadFor: device('reloadFor'),
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
    navigation: callback('navigation', ({ path }, { tell }) =>
      tell({ type: 'location.changed', path } as EventObject),
    ),
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
        keepDrafts: callback('keepDrafts'),
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
            environment: environmentResource.provide({
              actors: { fetch: api('fetchInstance'), visibility },
            }),
            startInstance: api('startInstance'),
            prolongInstance: api('prolongInstance'),
            stopInstance: api('stopInstance'),
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
        remoteDesktop: remoteDesktopResource.provide({
          actors: { fetch: api('fetchFlugzeug'), visibility },
        }),
        createFlugzeug: api('createFlugzeug'),
        startFlugzeug: api('startFlugzeug'),
        stopFlugzeug: api('stopFlugzeug'),
        resetFlugzeug: api('resetFlugzeug'),
        prolongFlugzeug: api('prolongFlugzeug'),
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
