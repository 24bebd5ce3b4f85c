import {
  type ActorLogic,
  type AnyActorRef,
  type EventObject,
  fromCallback,
  type Snapshot,
} from 'xstate'
import { type Answer, failureOf, type RefusalCode } from '../../src/domain/answer.ts'
import { announcementsMachine } from '../../src/machines/announcements/machine.ts'
import { listResource } from '../../src/machines/announcements/setup.ts'
import { appMachine } from '../../src/machines/app/machine.ts'
import { buildMachine } from '../../src/machines/build/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import {
  answered,
  type ChangeRules,
  isRetriedRefusal,
  type Outcome,
} from '../../src/machines/change.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'
import {
  desktopViewMachine,
  sharedDesktopResource,
} from '../../src/machines/desktop-view/machine.ts'
import { dialogsMachine } from '../../src/machines/dialogs/machine.ts'
import { eventMachine } from '../../src/machines/event/machine.ts'
import {
  extendRules as extendFlugzeugRules,
  statusRules,
} from '../../src/machines/flugzeug/changes.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../../src/machines/flugzeug/setup.ts'
import { takeRules } from '../../src/machines/hints/changes.ts'
import { hintsMachine } from '../../src/machines/hints/machine.ts'
import { createRules, joinRules, selectRules } from '../../src/machines/home/changes.ts'
import { homeMachine } from '../../src/machines/home/machine.ts'
import {
  extendRules as extendInstanceRules,
  startRules,
  stopRules,
} from '../../src/machines/instance/changes.ts'
import { instanceMachine } from '../../src/machines/instance/machine.ts'
import { instanceResource } from '../../src/machines/instance/setup.ts'
import { invitationMachine } from '../../src/machines/invitation/machine.ts'
import { liveMachine } from '../../src/machines/live/machine.ts'
import { localeMachine } from '../../src/machines/locale/machine.ts'
import { leaveRules } from '../../src/machines/membership/changes.ts'
import { membershipMachine } from '../../src/machines/membership/machine.ts'
import { paletteMachine } from '../../src/machines/palette/machine.ts'
import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import { createResource } from '../../src/machines/resource/machine.ts'
import { schemeMachine } from '../../src/machines/scheme/machine.ts'
import { sessionMachine } from '../../src/machines/session/machine.ts'
import { sidebarMachine } from '../../src/machines/sidebar/machine.ts'
import { flagRules } from '../../src/machines/submission/changes.ts'
import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { vpnMachine } from '../../src/machines/vpn/machine.ts'
import { loaded } from '../support/parts.ts'

/** A call without an answer yet: it waits for the network or for the server. */
export interface Flight {
  readonly call: string
  readonly input: unknown
  readonly actor: AnyActorRef
  /** Its id in the network's queue; null: a call of the device or the identity provider. */
  readonly id: number | null
  isReleased: boolean
  /** How often it was sent without an answer. */
  sent: number
  /** Whether the server accepted a flag, and the answer was lost. */
  isDoubtful: boolean
  /** Whether nobody waits for its answer any more. */
  isAbandoned: boolean
  settle(event: { type: 'settle'; output: unknown } | { type: 'fail'; error: unknown }): void
}

/** What the actors of a running app share with its test. */
export interface Surroundings {
  readonly flights: Set<Flight>
  readonly callbacks: Set<Callback>
  isHidden: boolean
  lastId: number
  path: string
  network(): AnyActorRef | undefined
  notifyNetwork(type: string, id: number | null): void
  visit(path: string): void
}

interface Callback {
  readonly src: string
  tell(event: EventObject): void
}

type AnySystem = AnyActorRef['system']

/** The surroundings of each app, by its actor system. */
export const surroundings = new WeakMap<AnySystem, Surroundings>()

function around(system: AnySystem): Surroundings {
  const found = surroundings.get(system)
  if (!found) throw new Error('This app runs without a world.')
  return found
}

const listened = new WeakSet<AnyActorRef>()

/** Marks a call as released when the network machine releases it. */
function listen({ flights, network }: Surroundings) {
  const queue = network()
  if (!queue || listened.has(queue)) return
  listened.add(queue)
  queue.on('request.released', ({ id }: { id: number }) => {
    for (const one of flights) if (one.id === id) one.isReleased = true
  })
}

/** Filled where the app is wired below. */
const changeNames = new Set<string>()

/** Whether this call changes something at the server: then it is never cancelled. */
export const isChange = (call: string) => changeNames.has(call)

type Settled = Parameters<Flight['settle']>[0] | { type: 'xstate.stop' }
type Called = Snapshot<unknown> & { input: unknown }

/** Opens a call, in the network's queue if it needs the network. */
function openCall(name: string, input: unknown, actor: AnyActorRef, isQueued: boolean): Flight {
  const world = around(actor.system)
  const id = isQueued ? ++world.lastId : null
  const flight: Flight = {
    call: name,
    input,
    actor,
    id,
    isReleased: !isQueued,
    sent: 0,
    isDoubtful: false,
    isAbandoned: false,
    settle: event => actor.send(event),
  }
  world.flights.add(flight)
  if (id === null) return flight
  listen(world)
  world.notifyNetwork('request.opened', id)
  return flight
}

/** Called when the actor was stopped: that cancels a read, never a change. */
function abandon(flight: Flight) {
  const world = around(flight.actor.system)
  flight.isAbandoned = true
  if (isChange(flight.call)) return
  world.flights.delete(flight)
  world.notifyNetwork('request.cancelled', flight.id)
}

const initial = (input: unknown): Called => ({
  status: 'active',
  output: undefined,
  error: undefined,
  input,
})
const done = (input: unknown, output: unknown): Called => ({
  input,
  status: 'done',
  output,
  error: undefined,
})

/** Replaces the promise of this name. The test settles it at once. */
function call(name: string, isQueued: boolean) {
  const flightOf = new WeakMap<object, Flight>()
  const logic: ActorLogic<Called, Settled, unknown> = {
    getInitialSnapshot: (_, input) => initial(input),
    getPersistedSnapshot: snapshot => snapshot,
    start({ input }, { self }) {
      flightOf.set(self, openCall(name, input, self as unknown as AnyActorRef, isQueued))
    },
    transition({ input }, event, { self, system }): Called {
      const flight = flightOf.get(self)
      if (flight && event.type !== 'xstate.stop') around(system).flights.delete(flight)
      if (event.type === 'settle') return done(input, event.output)
      if (event.type === 'fail')
        return { input, status: 'error', output: undefined, error: event.error }
      if (flight) abandon(flight)
      return { input, status: 'stopped', output: undefined, error: undefined }
    },
  }
  return logic as never
}

/** Replaces a change as `makeChange` makes it: its request, and its check if the outcome is in doubt. */
function change<Input, T, C extends RefusalCode, Seen>(
  name: string,
  checkName: string,
  rules: ChangeRules<Input, T, C, Seen>,
) {
  changeNames.add(name)
  const flightOf = new WeakMap<object, Flight>()
  const outcomeOf = new WeakMap<object, Outcome>()
  const { isDoubtful = isRetriedRefusal } = rules
  const logic: ActorLogic<Called, Settled, unknown> = {
    getInitialSnapshot: (_, input) => initial(input),
    getPersistedSnapshot: snapshot => snapshot,
    start({ input }, { self }) {
      flightOf.set(self, openCall(name, input, self as unknown as AnyActorRef, true))
    },
    transition(snapshot, event, { self, system }): Called {
      const { input } = snapshot
      const flight = flightOf.get(self)
      if (event.type === 'xstate.stop') {
        if (flight) abandon(flight)
        return { ...initial(input), status: 'stopped' } as Called
      }
      if (flight) around(system).flights.delete(flight)
      const known = outcomeOf.get(self)
      if (known) {
        const isDone =
          event.type === 'settle' && rules.wasDone(event.output as Seen, input as Input)
        return done(input, isDone ? { is: 'found' } : known)
      }
      const outcome: Outcome =
        event.type === 'settle'
          ? answered(event.output as Answer<unknown, RefusalCode>)
          : { is: 'failed', failure: failureOf(event.error) }
      if (event.type === 'settle' && !isDoubtful(event.output as never)) return done(input, outcome)
      outcomeOf.set(self, outcome)
      flightOf.set(self, openCall(checkName, input, self as unknown as AnyActorRef, true))
      return snapshot
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

/** The whole app, wired once, because wiring would take most of the time of each run. */
export const wiredApp = appMachine.provide({
  actors: {
    session: sessionMachine.provide({
      actors: {
        restore: device('restore'),
        findExtension: api('findExtension'),
        startSignIn: device('startSignIn'),
        finishSignIn: device('finishSignIn'),
        renew: device('renew'),
        sharedSession: callback('sharedSession'),
        forget: device('forget'),
        signOut: device('signOut'),
        reportSignInError: device('reportSignInError'),
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
    reminder: loaded(
      reminderMachine.provide({
        actors: {
          fetchStops: api('fetchStops'),
          readNotificationChoice: device('readNotificationChoice'),
          allowNotifications: device('allowNotifications'),
          forbidNotifications: device('forbidNotifications'),
          notifier: callback('notifier'),
        },
      }),
    ),
    announcements: loaded(
      announcementsMachine.provide({
        actors: {
          list: listResource.provide({
            actors: { fetch: api('announcementList'), visibility },
          }),
          markStore: callback('markStore'),
          visibility,
        },
      }),
    ),
    live: loaded(
      liveMachine.provide({
        actors: { stream: callback('stream'), tabs: callback('tabs') },
      }),
    ),
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
    eventDetails: resource('eventDetails'),
    scoreboard: resource('scoreboard'),
    history: resource('history'),
    publicScoreboard: resource('publicScoreboard'),
    submissions: resource('submissions'),
    account: resource('account'),
    solveTimes: resource('solveTimes'),
    home: loaded(
      homeMachine.provide({
        actors: {
          homeDraftStore: callback('homeDraftStore'),
          joinTeam: change('joinTeam', 'fetchTeam', joinRules),
          createTeam: change('createTeam', 'fetchTeam', createRules),
          listScoreGroups: api('listScoreGroups'),
          selectScoreGroup: change('selectScoreGroup', 'fetchStats', selectRules),
        },
      }),
    ),
    invitation: loaded(
      invitationMachine.provide({
        actors: {
          invitationStore: callback('invitationStore'),
          joinTeam: change('joinTeam', 'fetchTeam', joinRules),
        },
      }),
    ),
    membership: loaded(
      membershipMachine.provide({
        actors: { leaveTeam: change('leaveTeam', 'fetchTeam', leaveRules) },
      }),
    ),
    challenge: loaded(
      challengeMachine.provide({
        actors: {
          detail: resource('detail'),
          score: resource('score'),
          solves: resource('solves'),
          instance: instanceMachine.provide({
            actors: {
              instance: instanceResource.provide({
                actors: { fetch: api('fetchInstance'), visibility },
              }),
              startInstance: change('startInstance', 'fetchInstance', startRules),
              extendInstance: change('extendInstance', 'fetchInstance', extendInstanceRules),
              stopInstance: change('stopInstance', 'fetchInstance', stopRules),
            },
          }),
          submission: submissionMachine.provide({
            actors: {
              submitFlag: change('submitFlag', 'fetchScore', flagRules),
              draftStore: callback('draftStore'),
            },
          }),
          hints: hintsMachine.provide({
            actors: { takeHint: change('takeHint', 'fetchDetail', takeRules) },
          }),
        },
      }),
    ),
    flugzeug: loaded(
      flugzeugMachine.provide({
        actors: {
          remoteDesktop: remoteDesktopResource.provide({
            actors: { fetch: api('fetchFlugzeug'), visibility },
          }),
          createFlugzeug: change('createFlugzeug', 'fetchFlugzeug', statusRules),
          startFlugzeug: change('startFlugzeug', 'fetchFlugzeug', statusRules),
          stopFlugzeug: change('stopFlugzeug', 'fetchFlugzeug', statusRules),
          resetFlugzeug: change('resetFlugzeug', 'fetchFlugzeug', statusRules),
          extendFlugzeug: change('extendFlugzeug', 'fetchFlugzeug', extendFlugzeugRules),
          desktopFrame: callback('desktopFrame'),
          desktopView: desktopViewMachine.provide({
            actors: {
              viewStore: callback('viewStore'),
              viewFrame: callback('viewFrame'),
              sharedDesktop: sharedDesktopResource.provide({
                actors: { fetch: api('fetchDesktopView'), visibility },
              }),
            },
          }),
        },
      }),
    ),
    copy: copyMachine.provide({ actors: { writeClipboard: device('writeClipboard') } }),
    dialogs: dialogsMachine.provide({
      actors: {
        vpn: loaded(
          vpnMachine.provide({
            actors: { fetchConfig: api('fetchConfig'), saveConfig: device('saveConfig') },
          }),
        ),
      },
    }),
  },
})
