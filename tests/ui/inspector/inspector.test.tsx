import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type AnyStateMachine,
  assign,
  createActor,
  createMachine,
  fromPromise,
  sendTo,
  stopChild,
} from 'xstate'
import { connect } from '../../../src/diagnostics/inspection/connect.ts'
import { CHANNEL, type InspectorMessage } from '../../../src/diagnostics/inspection/messages.ts'
import { traceText } from '../../../src/diagnostics/trace/entry.ts'
import { Inspector } from '../../../src/inspector/inspector.tsx'
import { machines as known } from '../../../src/inspector/machines.ts'
import { createRows } from '../../../src/inspector/rows.ts'
import { createStore } from '../../../src/inspector/store.ts'
import { layoutInProcess } from '../../../tools/statechart/drawing/in-process.ts'
import { eventually } from '../../support/eventually.ts'

const machines = known as Map<string, AnyStateMachine>
const channels: BroadcastChannel[] = []

const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
const isActEnvironment = environment.IS_REACT_ACT_ENVIRONMENT

beforeEach(() => {
  // jsdom has nothing to scroll.
  Element.prototype.scrollIntoView = () => {}
  // Messages come by themselves, outside of `act`.
  environment.IS_REACT_ACT_ENVIRONMENT = false
})
afterEach(() => {
  environment.IS_REACT_ACT_ENVIRONMENT = isActEnvironment
  machines.delete(lamp.id)
  for (const channel of channels.splice(0)) channel.close()
  cleanup()
})

const lamp = createMachine({
  id: 'lamp',
  type: 'parallel',
  states: {
    bulb: {
      initial: 'whole',
      states: {
        whole: {
          invoke: { id: 'watch', src: fromPromise(() => new Promise(() => {})) },
          on: { hit: { target: 'broken', actions: stopChild('watch') } },
        },
        broken: {},
      },
    },
    power: {
      initial: 'off',
      states: {
        off: {
          on: {
            press: [{ guard: ({ event }) => event.softly === true }, { target: 'on' }],
            lock: { guard: () => false, target: 'on' },
          },
        },
        on: {},
      },
    },
  },
})

/** Starts a page with an actor, and an inspector, as in two windows. */
async function start(machine: AnyStateMachine = lamp) {
  machines.set(machine.id, machine)
  const channel = new BroadcastChannel(CHANNEL)
  channels.push(channel)
  const store = createStore(message => channel.postMessage(message))
  channel.addEventListener('message', ({ data }: MessageEvent<InspectorMessage>) => {
    if ('page' in data) store.receive(data)
  })
  const { recorder, close } = connect('lamp', 'b')
  channels.push({ close } as BroadcastChannel)
  const actor = createActor(machine, { inspect: recorder }).start()
  render(<Inspector store={store} layout={layoutInProcess} />)
  const { id } = machine
  await eventually(() => expect(actors().join()).toContain(id))
  return { actor, store, send: (event: object) => actor.send(event as { type: string }) }
}

const texts = (list: HTMLElement, selector: string) =>
  [...list.querySelectorAll(selector)].map(element => element.textContent)
const actors = () => texts(screen.getByRole('navigation'), 'button')
const events = () => texts(screen.getByRole('list', { name: /Events/ }), 'code:first-of-type')
const button = (name: string | RegExp) => screen.getByRole('button', { name })

test('the tree shows the living actors, with their states', async () => {
  const { send } = await start()
  expect(actors()).toEqual(['lamp (bulb.whole | power.off)', 'watch '])
  send({ type: 'press' })
  send({ type: 'hit' })
  await eventually(() => expect(actors()).toEqual(['lamp (bulb.broken | power.on)']))
})

test('the events are listed, the newest last, and found by words', async () => {
  const { send } = await start()
  send({ type: 'press' })
  await eventually(() => expect(events()).toEqual(['press']))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Effects and the clock' }))
  await userEvent.type(screen.getByRole('searchbox'), '@watch started')
  expect(events()).toEqual(['started'])
})

test('a pause keeps what is shown, and tells how much is newer', async () => {
  const { send } = await start()
  await userEvent.click(button('Pause'))
  send({ type: 'press' })
  await eventually(() => expect(screen.getByText(/1 newer/)).toBeDefined())
  expect([events(), actors()[0]]).toEqual([[], 'lamp (bulb.whole | power.off)'])
  await userEvent.click(button('Resume'))
  expect([events(), actors()[0]]).toEqual([['press'], 'lamp (bulb.whole | power.on)'])
})

test('an event that is opened shows what it contains', async () => {
  const { send } = await start()
  send({ type: 'press', softly: true })
  await eventually(() => expect(events()).toEqual(['press']))
  await userEvent.click(button(/press/))
  await eventually(() =>
    expect(screen.getByText(/"taken"/).textContent).toContain('power.off | 0.0'),
  )
})

const chart = () => screen.getByRole('region', { name: 'Actor lamp' })

test('the chart marks the transition that was taken, and no other one of the same event', async () => {
  const { send } = await start()
  await userEvent.click(button(/^lamp/))
  const taken = () => texts(chart(), '.transition[data-taken] tspan')
  send({ type: 'press', softly: true })
  await eventually(() => expect(taken()).toEqual(['1. press [event.softly === true]']))
  send({ type: 'press' })
  await eventually(() => expect(taken()).toEqual(['1. press']))
  expect(chart().querySelectorAll('polyline[data-taken]')).toHaveLength(1)
  expect(chart().querySelectorAll('[data-heat="1"]')).toHaveLength(2)
})

test('the chart lights the active states, and folds them by keyboard', async () => {
  const { send } = await start()
  await userEvent.click(button(/^lamp/))
  await eventually(() => expect(lit()).toEqual(['whole', 'off']))
  send({ type: 'press' })
  await eventually(() => expect(lit()).toEqual(['whole', 'on']))
  button('Fold power').focus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(lit()).toEqual(['whole', 'power +2']))
  expect(button('Open power').getAttribute('aria-expanded')).toBe('false')
  await userEvent.keyboard(' ')
  await eventually(() => expect(lit()).toEqual(['whole', 'on']))
  await userEvent.click(button('Fold all'))
  await eventually(() => expect(lit()).toEqual(['bulb +2', 'power +2']))
  await userEvent.click(button('Open all'))
  await eventually(() => expect(lit()).toEqual(['whole', 'on']))
})

test('a transition that is possible now is a button in the chart that sends its event', async () => {
  const { actor } = await start()
  await userEvent.click(button(/^lamp/))
  await eventually(() => expect(button('Send press: press')).toBeDefined())
  await userEvent.type(
    screen.getByRole('textbox', { name: 'Payload as JSON' }),
    '{{"softly": true}',
  )
  await userEvent.click(button('Send press: press'))
  await eventually(() => expect(texts(chart(), '[aria-label="Last steps"] li')).toHaveLength(1))
  expect(actor.getSnapshot().value).toEqual({ bulb: 'whole', power: 'off' })
  await userEvent.clear(screen.getByRole('textbox', { name: 'Payload as JSON' }))
  button('Send press: press').focus()
  await userEvent.keyboard('{Enter}')
  await eventually(() => expect(actor.getSnapshot().value).toMatchObject({ power: 'on' }))
  await eventually(() => expect(screen.queryByRole('button', { name: /^Send press/ })).toBeNull())
})

test('the chart as a list says the same', async () => {
  const { send } = await start()
  await userEvent.click(button(/^lamp/))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Chart as a list' }))
  send({ type: 'press' })
  await eventually(() => expect(texts(chart(), 'li[data-taken]')).toEqual(['press → on']))
  expect(texts(chart(), '[aria-current] > h3')).toEqual(['whole first', 'on'])
})

test('a chart that cannot be laid out says so', async () => {
  const store = createStore(() => {})
  render(<Inspector store={store} layout={() => Promise.reject(new Error('no worker'))} />)
  machines.set(lamp.id, lamp)
  const entry = {
    n: 1,
    time: 0,
    actor: 'lamp',
    machine: 'lamp',
    type: 'xstate.init',
    microsteps: [],
    value: { bulb: 'whole', power: 'off' },
    status: 'active',
  }
  act(() => store.receive({ page: 'x', type: 'entries', entries: [entry] }))
  await userEvent.click(button(/^lamp/))
  await eventually(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'The chart could not be laid out: Error: no worker',
    ),
  )
})

test('the events that are possible now are buttons that send them, with a payload', async () => {
  const { actor } = await start()
  await userEvent.click(button(/^lamp/))
  await eventually(() => expect(button('lock').dataset.refused).toBe('true'))
  expect(button('press').dataset.refused).toBeUndefined()
  const payload = screen.getByRole('textbox', { name: 'Payload as JSON' })
  await userEvent.type(payload, '[[1]')
  expect(screen.getByRole('alert').textContent).toContain('A payload is an object')
  expect((button('press') as HTMLButtonElement).disabled).toBe(true)
  await userEvent.clear(payload)
  await userEvent.type(payload, '{{"softly": true}')
  await userEvent.click(button('press'))
  const steps = () =>
    within(screen.getByRole('list', { name: 'Last steps' })).getAllByRole('listitem')
  await eventually(() =>
    expect(steps().map(step => step.textContent)).toEqual(['press in power.off']),
  )
  expect(actor.getSnapshot().value).toEqual({ bulb: 'whole', power: 'off' })
  await userEvent.clear(payload)
  await userEvent.click(button('press'))
  await eventually(() => expect(actor.getSnapshot().value).toMatchObject({ power: 'on' }))
})

const lit = () => texts(chart(), '.state[aria-current] .title')
const context = () => JSON.parse(chart().querySelector('pre')?.textContent || 'null')

const counter = createMachine({
  id: 'lamp',
  context: { points: 0 },
  initial: 'off',
  states: {
    off: { on: { press: { target: 'on', actions: assign({ points: 1 }) } } },
    on: { on: { press: { target: 'off', actions: assign({ points: 2 }) } } },
  },
})

test('the slider goes back: tree, chart and context are as they were, and nothing can be sent', async () => {
  const { send } = await start(counter)
  await userEvent.click(button(/^lamp/))
  send({ type: 'press' })
  send({ type: 'press' })
  await eventually(() => expect([lit(), context()]).toEqual([['off'], { points: 2 }]))
  const slider = screen.getByRole('slider', { name: 'Moment' })
  fireEvent.change(slider, { target: { value: '1' } })
  await eventually(() => expect([lit(), context()]).toEqual([['on'], { points: 1 }]))
  expect(actors()).toEqual(['lamp on'])
  expect(slider.getAttribute('aria-valuetext')).toMatch(/ after press of lamp$/)
  expect(screen.queryByRole('button', { name: /press: press|^press$/ })).toBeNull()
  // New events do not move what is shown.
  send({ type: 'press' })
  await eventually(() => expect(slider.getAttribute('max')).toBe('3'))
  expect([lit(), context()]).toEqual([['on'], { points: 1 }])
  await userEvent.click(button('Back to now'))
  await eventually(() => expect([lit(), context()]).toEqual([['on'], { points: 1 }]))
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('Now')
  await eventually(() => expect(button('press')).toBeDefined())
})

test('an event leads to its moment', async () => {
  const { send } = await start(counter)
  await userEvent.click(button(/^lamp/))
  send({ type: 'press' })
  await eventually(() => expect(events()).toEqual(['press']))
  send({ type: 'press' })
  await eventually(() => expect(lit()).toEqual(['off']))
  await userEvent.click(button(/press.*off → on/))
  await userEvent.click(button('Show this moment'))
  await eventually(() => expect([lit(), context()]).toEqual([['on'], { points: 1 }]))
})

test('of a file, too, the slider shows what was known', async () => {
  const store = createStore(() => {})
  machines.set(counter.id, counter)
  render(<Inspector store={store} layout={layoutInProcess} />)
  const header = { build: 'b', isComplete: true }
  const entries = ['xstate.init', 'press', 'press'].map((type, points) => ({
    n: points + 1,
    time: 0,
    actor: 'lamp',
    machine: 'lamp',
    type,
    event: { type },
    microsteps: [],
    value: points === 1 ? 'on' : 'off',
    status: 'active',
    changed: { points },
  }))
  act(() => store.addFile('a.jsonl', traceText({ header, entries })))
  await userEvent.click(button(/^lamp/))
  await eventually(() => expect([lit(), context()]).toEqual([['off'], { points: 2 }]))
  fireEvent.change(screen.getByRole('slider'), { target: { value: '1' } })
  await eventually(() => expect([lit(), context()]).toEqual([['on'], { points: 1 }]))
})

const doorbell = createMachine({
  id: 'lamp',
  invoke: { id: 'bell', src: createMachine({ id: 'bell', on: { ring: {} } }) },
  on: { press: { actions: sendTo('bell', { type: 'ring' }) } },
})

test('events stand below what caused them, and as messages between actors', async () => {
  const { send } = await start(doorbell)
  send({ type: 'press' })
  await eventually(() => expect(events()).toEqual(['press', 'ring']))
  const begins = [...document.querySelectorAll('li[data-cause]')].map(
    row => row.querySelector('code')?.textContent,
  )
  expect(begins).toEqual(['press'])
  await userEvent.click(button(/ring/))
  await userEvent.click(button('Sequence'))
  const picture = screen.getByRole('img', { name: '2 messages between outside, lamp, bell' })
  expect(texts(picture as never, 'text')).toEqual(['outside', 'lamp', 'bell', 'press', 'ring'])
})

test('of many events only those in the window are drawn, and the oldest are forgotten', async () => {
  const { store } = await start()
  const entries = Array.from({ length: 60_000 }, (_, index) => ({
    n: index + 1,
    time: 0,
    actor: 'bell',
    machine: 'bell',
    type: `ring ${index}`,
    microsteps: [],
    value: 'on',
    status: 'active',
  }))
  for (let at = 0; at < entries.length; at += 6_000) {
    act(() => store.receive({ page: 'x', type: 'entries', entries: entries.slice(at, at + 6_000) }))
  }
  expect(events().length).toBeLessThan(100)
  expect(events().at(-1)).toBe('ring 59999')
  expect(store.read().total).toBeLessThanOrEqual(50_000)
  expect(store.read().found().at(0)?.type).toBe(`ring ${60_000 - store.read().found().length}`)
})

test('the moment after any row is found again, also after the oldest were forgotten', () => {
  const log = createRows()
  const names = ['a', 'b', 'c']
  const values = new Map<string, number>()
  const seen: string[] = []
  for (let at = 0; at < 57_000; at++) {
    const actor = names[at % 3] ?? ''
    values.set(actor, at)
    const machine = actor
    log.add({
      page: 'x',
      n: at + 1,
      time: 0,
      actor,
      machine,
      type: 'go',
      microsteps: [],
      value: at,
      status: 'active',
    })
    log.cut()
    seen.push([...values.values()].join())
  }
  const first = log.all[0]?.at ?? 0
  expect([log.all.length <= 50_000, first % 500]).toEqual([true, 0])
  const at = [first, first + 1, first + 499, first + 500, 40_123, 56_999]
  const found = at.map(one => [...log.actorsAt(one).values()].map(({ value }) => value).join())
  expect(found).toEqual(at.map(one => seen[one]))
})

test('every machine that the app runs has its chart', () => {
  const ids = ['app', 'session', 'stats', 'challenge', 'submission', 'vpn', 'desktop']
  expect(ids.filter(id => !machines.has(id))).toEqual([])
})
