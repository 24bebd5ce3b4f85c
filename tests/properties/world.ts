import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate'
import type { FlugzeugStatus } from '../../src/api/contract.ts'
import { createTime } from '../support/time.ts'
import { createServer } from './server.ts'
import { type Flight, type Surroundings, surroundings, wiredApp } from './wired.ts'

export type { Flight } from './wired.ts'

type World = ReturnType<typeof createAppWorld>

export type { World }

/** The root actor with a simulated server. The test decides every answer, and moves time. */
export function createAppWorld({
  path: startPath = '/',
  missingKeys = [] as readonly string[],
  isExtended = false,
  desktop = null as FlugzeugStatus | null,
  onInspection = (_: InspectionEvent) => {},
} = {}) {
  const time = createTime()
  const server = createServer(isExtended, desktop)
  const problems: string[] = []
  /** How often a submission became `accepted`. */
  let shownAccepted = 0
  const tell = (src: string, event: EventObject) => {
    for (const one of [...around.callbacks]) if (one.src === src) one.tell(event)
  }
  const around: Surroundings = {
    flights: new Set(),
    callbacks: new Set(),
    isHidden: false,
    lastId: 0,
    path: startPath,
    network: () => app.system.get('network'),
    notifyNetwork(type, id) {
      const network = around.network()
      if (id !== null && network?.getSnapshot().status === 'active') network.send({ type, id })
    },
    visit(path) {
      around.path = path
      tell('navigation', { type: 'location.changed', path } as EventObject)
    },
  }

  function inspect(event: InspectionEvent) {
    onInspection(event)
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

  const app: AnyActorRef = createActor(wiredApp, {
    clock: time.clock,
    inspect,
    input: {
      missingKeys,
      path: startPath,
      now: time.now,
      random: () => 0.5,
      signInFailures: 0,
      locale: { stored: 'en', browser: [] },
      scheme: { stored: null },
    },
  })
  app.subscribe({ error: error => problems.push(`the root died of ${String(error)}`) })
  surroundings.set(app.system, around)
  app.start()

  return {
    app,
    time,
    server,
    flights: around.flights as ReadonlySet<Flight>,
    problems: problems as readonly string[],
    shownAccepted: () => shownAccepted,
    /** Accepted flags whose answer was lost, so that the app cannot know of them. */
    acceptedUnseen: 0,
    /** Challenges whose score is fetched because the answer to a flag was lost. */
    doubted: new Set<string>(),
    visit: around.visit,
    path: () => around.path,
    tell,
    show(isShown: boolean) {
      around.isHidden = !isShown
      tell('visibility', { type: isShown ? 'page.shown' : 'page.hidden' })
    },
    notifyNetwork: around.notifyNetwork,
    /** Passes the answer to the actor, if it still waits. */
    settle(flight: Flight, event: Parameters<Flight['settle']>[0]) {
      around.flights.delete(flight)
      if (!flight.isAbandoned) flight.settle(event)
    },
  }
}
