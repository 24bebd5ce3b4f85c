import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  type NonReducibleUnknown,
  SimulatedClock,
} from 'xstate'
import type { ConnectionInput } from '../../src/machines/desktop/context.ts'
import type { ConnectionCommand, ConnectionEvent } from '../../src/machines/desktop/events.ts'
import { desktopMachine } from '../../src/machines/desktop/machine.ts'
import { desktopBarMachine } from '../../src/machines/desktop-bar/machine.ts'

/** An open connection, as the platform sees it. */
export interface Connection {
  readonly ticket: string | null
  /** Keys that the bar holds down at the desktop. */
  readonly pressed: Set<string>
  settings: ConnectionInput['settings']
  isConnected: boolean
  tell(event: ConnectionEvent): void
}

/** A request to the embedding page or to the browser's clipboard that waits for an answer. */
interface Asked {
  readonly call: 'askForTicket' | 'copyOut'
  settle(isGranted: boolean): void
}

/** A clock that also counts the waiting timers. */
class CountingClock extends SimulatedClock {
  readonly waiting = new Set<number>()

  override setTimeout(run: () => void, timeout: number) {
    const id = super.setTimeout(() => {
      this.waiting.delete(id)
      run()
    }, timeout)
    this.waiting.add(id)
    return id
  }

  override clearTimeout(id: number) {
    this.waiting.delete(id)
    super.clearTimeout(id)
  }
}

/** The desktop's page with both of its machines. The test plays the platform and the embedding page. */
export function createDesktopWorld(ticket: string | null) {
  const connections = new Set<Connection>()
  const asked = new Set<Asked>()
  const networks = new Set<(event: AnyEventObject) => void>()
  /** How often each ticket was refused. */
  const refusals = new Map<string | null, number>()
  let lastTicket = 0
  let opened = 0
  const clock = new CountingClock()
  const barClock = new CountingClock()

  const call = <T, I extends NonReducibleUnknown = NonReducibleUnknown>(
    name: Asked['call'],
    answer: () => T,
  ) =>
    fromPromise<T, I>(({ signal }) => {
      const { promise, resolve, reject } = Promise.withResolvers<T>()
      const one: Asked = {
        call: name,
        settle(isGranted) {
          asked.delete(one)
          if (isGranted) resolve(answer())
          else reject(new Error('It was not granted.'))
        },
      }
      asked.add(one)
      signal.addEventListener('abort', () => asked.delete(one))
      return promise
    })

  const desktop = createActor(
    desktopMachine.provide({
      actors: {
        connection: fromCallback<ConnectionCommand, ConnectionInput>(
          ({ input, sendBack, receive }) => {
            const connection: Connection = {
              ticket: input.ticket,
              pressed: new Set(),
              settings: input.settings,
              isConnected: false,
              tell(event) {
                if (event.type === 'connection.painted') connection.isConnected = true
                if (event.type === 'ticket.refused') {
                  refusals.set(input.ticket, (refusals.get(input.ticket) ?? 0) + 1)
                }
                sendBack(event)
              },
            }
            connections.add(connection)
            opened += 1
            // noVNC sends no key in its view-only mode.
            receive(command => {
              if (command.type === 'settings.apply') connection.settings = command
              else if (connection.settings.viewOnly) return
              else if (command.type === 'keys.release') {
                for (const key of command.keys) connection.pressed.delete(key)
              } else if (command.type !== 'key.hold') return
              else if (command.down) connection.pressed.add(command.key)
              else connection.pressed.delete(command.key)
            })
            return () => connections.delete(connection)
          },
        ),
        askForTicket: call('askForTicket', () => `ticket ${++lastTicket}`),
        copyOut: call<void, string>('copyOut', () => {}),
        network: fromCallback(({ sendBack }) => {
          networks.add(sendBack)
          return () => networks.delete(sendBack)
        }),
      },
      actions: {
        leaveFocus: () => {},
        toggleFullscreen: () => {},
        notifyConnected: () => {},
        notifyEnded: () => {},
      },
    }),
    {
      clock,
      input: {
        ticket,
        role: 'owner',
        random: () => 0.5,
        preferences: { scaling: 'fit', quality: 'auto', textSize: 'auto' },
      },
    },
  ).start()
  const bar = createActor(desktopBarMachine, { clock: barClock }).start()

  return {
    desktop,
    bar,
    connections: connections as ReadonlySet<Connection>,
    asked: asked as ReadonlySet<Asked>,
    refusals: refusals as ReadonlyMap<string | null, number>,
    /** How many connections there have been. */
    opened: () => opened,
    /** How many timers wait. */
    timers: () => clock.waiting.size,
    networkReturns() {
      for (const tell of [...networks]) tell({ type: 'network.returned' })
    },
    pass(milliseconds: number) {
      clock.increment(milliseconds)
      barClock.increment(milliseconds)
    },
  }
}

export type DesktopWorld = ReturnType<typeof createDesktopWorld>
