import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConnectionEvent } from '../../src/machines/desktop/events.ts'
import { isConnected } from '../../src/machines/desktop/selectors.ts'
import { isHidden, openPanelOf } from '../../src/machines/desktop-bar/selectors.ts'
import { settled } from '../support/time.ts'
import { notTaken, offered } from './control.ts'
import { desktopControls } from './desktop-controls.ts'
import { createDesktopWorld, type DesktopWorld } from './desktop-world.ts'
import { deadEnds } from './invariants.ts'
import { RUNS, SEED, STEPS } from './runs.ts'

const weights = {
  desktop: 10,
  bar: 4,
  fact: 14,
  connect: 6,
  settle: 8,
  time: 8,
  network: 2,
} as const
type Kind = keyof typeof weights
const kinds = Object.keys(weights) as Kind[]

interface Step {
  readonly kind: Kind
  readonly pick: number
}

const run = fc.record({
  ticket: fc.constantFrom('ticket', null),
  steps: fc.array(
    fc.record({
      kind: fc.oneof(
        ...kinds.map(kind => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
      ),
      pick: fc.nat(9_999),
    }),
    { minLength: STEPS, maxLength: STEPS },
  ),
})

const sample = (latency: number) => ({ latency, idleLatency: 20, bandwidth: 100_000, photos: null })
/** The events of noVNC and the connection, which may come at any time and in any order. */
const facts: readonly ConnectionEvent[] = [
  { type: 'connection.opened' },
  { type: 'connection.greeted' },
  { type: 'connection.painted' },
  { type: 'connection.lost' },
  { type: 'ticket.refused' },
  { type: 'ticket.refused' },
  { type: 'desktop.ended' },
  { type: 'connection.measured', sample: sample(20) },
  { type: 'connection.measured', sample: sample(900) },
  { type: 'clipboard.received', text: 'x' },
  { type: 'focus.left' },
]

const of = <T>(list: readonly T[], pick: number): T | undefined => list[pick % list.length]
const desktopEvents = offered(desktopControls.desktop).flatMap(({ events }) => events)
const barEvents = offered(desktopControls.desktopBar).flatMap(({ events }) => events)

async function take(world: DesktopWorld, { kind, pick }: Step) {
  const [connection] = world.connections
  switch (kind) {
    case 'desktop':
      return world.desktop.send(of(desktopEvents, pick) as never)
    case 'bar':
      return world.bar.send(of(barEvents, pick) as never)
    case 'fact': {
      const fact = of(facts, pick) ?? { type: 'connection.lost' }
      connection?.tell(fact)
      // No key stays down after the focus has left.
      if (fact.type === 'focus.left' && connection?.isConnected)
        expect([...connection.pressed]).toEqual([])
      return
    }
    case 'connect':
      return connect(world)
    case 'settle':
      return of([...world.asked], pick)?.settle(pick % 3 !== 0)
    case 'time':
      return world.pass(of([200, 1_000, 3_000, 5_000, 20_000, 120_000], pick) ?? 0)
    case 'network':
      return world.networkReturns()
  }
}

function connect({ connections }: DesktopWorld) {
  for (const connection of connections) {
    connection.tell({ type: 'connection.opened' })
    connection.tell({ type: 'connection.greeted' })
    connection.tell({ type: 'connection.painted' })
  }
}

/** What is broken now; empty: nothing. */
function broken({ desktop, bar, connections, asked, refusals, timers }: DesktopWorld): string[] {
  const snapshot = desktop.getSnapshot()
  const { value, context } = snapshot
  const isOnline = snapshot.matches('online')
  const tickets = [...asked].filter(({ call }) => call === 'askForTicket')
  const [connection] = connections
  const rules: readonly [string, boolean][] = [
    ['one connection while online, else none', connections.size === (isOnline ? 1 : 0)],
    [
      'a ticket is asked for once at a time, and only after a refusal',
      tickets.length === (snapshot.matches('refused') ? 1 : 0),
    ],
    ['no ticket is tried again after its second refusal', Math.max(0, ...refusals.values()) <= 2],
    ['disconnected, nothing waits for a time', !snapshot.matches('disconnected') || timers() === 0],
    [
      'disconnected, there is a way to connect',
      !snapshot.matches('disconnected') || snapshot.can({ type: 'desktop.connect' }),
    ],
    [
      'what is shown as held is held down, and nothing else',
      isConnected(snapshot)
        ? String([...context.pressed].sort()) === String([...(connection?.pressed ?? [])].sort())
        : context.pressed.length === 0,
    ],
    [
      'a view-only desktop says so',
      !isConnected(snapshot) || connection?.settings.viewOnly === context.viewOnly,
    ],
    [
      'what was chosen holds',
      !isConnected(snapshot) || connection?.settings.scaling === context.preferences.scaling,
    ],
  ]
  return [
    ...rules.filter(([, holds]) => !holds).map(([rule]) => `${rule}: ${JSON.stringify(value)}`),
    ...deadEnds(snapshot),
    ...deadEnds(bar.getSnapshot()),
    ...notTaken(snapshot, offered(desktopControls.desktop), null),
    ...notTaken(bar.getSnapshot(), offered(desktopControls.desktopBar), null),
  ]
}

async function hold(world: DesktopWorld) {
  await settled()
  const problems = broken(world)
  if (problems.length > 0) throw new Error(problems.join('\n'))
}

/** The connection stays away, and nobody gives a ticket. */
async function cutOff(world: DesktopWorld) {
  for (let second = 0; second < 360; second += 3) {
    for (const connection of world.connections) connection.tell({ type: 'connection.lost' })
    world.pass(3_000)
    // Only open requests can settle something, and waiting takes most of the time.
    if (world.asked.size > 0) await settled()
  }
}

test('whatever connection, embedding page and user do, the desktop stays in hand and comes back', async () => {
  await fc.assert(
    fc.asyncProperty(run, async ({ ticket, steps }) => {
      const world = createDesktopWorld(ticket)
      await hold(world)
      for (const step of steps) {
        await take(world, step)
        await hold(world)
      }

      // The connection stays away: the page gives up, after a number of attempts that a platform can bear.
      const before = world.opened()
      await cutOff(world)
      await hold(world)
      expect(world.desktop.getSnapshot().matches('disconnected')).toBe(true)
      expect(world.opened() - before).toBeLessThanOrEqual(100)

      // When the pointer has left the bar, the bar hides, unless a panel is open.
      const panel = openPanelOf(world.bar.getSnapshot())
      world.bar.send({ type: 'bar.left' })
      world.pass(3_000)
      expect(isHidden(world.bar.getSnapshot())).toBe(panel === null)

      // The user presses the button, the page gives a ticket, and the connection is back.
      world.desktop.send({ type: 'desktop.connect' })
      for (const one of [...world.asked]) one.settle(true)
      await settled()
      connect(world)
      await hold(world)
      expect(isConnected(world.desktop.getSnapshot())).toBe(true)
      world.desktop.stop()
      world.bar.stop()
    }),
    { numRuns: RUNS, seed: SEED },
  )
}, 600_000)
