import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type AnyStateMachine, createActor, createMachine, fromPromise, stopChild } from 'xstate'
import { observe } from '../../../src/diagnostics/inspection/observe.ts'
import { Inspector } from '../../../src/inspector/inspector.tsx'
import { machines } from '../../../src/inspector/machines.ts'
import { createStore } from '../../../src/inspector/store.ts'

// jsdom has nothing to scroll.
beforeEach(() => {
  Element.prototype.scrollIntoView = () => {}
})
afterEach(cleanup)

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
    power: { initial: 'off', states: { off: { on: { press: 'on' } }, on: {} } },
  },
})

async function start(machine: AnyStateMachine = lamp) {
  const store = createStore()
  const inspect = observe(store.add)
  const actor = createActor(machine, { inspect }).start()
  await act(async () => {})
  render(<Inspector store={store} hasApp />)
  const send = (type: string) => act(async () => actor.send({ type }))
  const texts = (list: HTMLElement, selector: string) =>
    [...list.querySelectorAll(selector)].map(element => element.textContent)
  return {
    send,
    actors: () => texts(screen.getByRole('navigation'), 'button'),
    events: () => texts(screen.getByRole('list', { name: /Events/ }), 'summary > code'),
  }
}

test('the tree shows the living actors, with their states', async () => {
  const { send, actors } = await start()
  expect(actors()).toEqual(['lamp (bulb.whole | power.off)', 'watch active'])
  await send('press')
  await send('hit')
  expect(actors()).toEqual(['lamp (bulb.broken | power.on)'])
})

test('the events are listed newest first, and found by words', async () => {
  const { send, events } = await start()
  await send('press')
  expect(events().slice(0, 2)).toEqual(['(bulb.whole | power.on)', 'press'])
  expect(events()).not.toContain('started')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Effects and the clock' }))
  await userEvent.type(screen.getByRole('searchbox'), '@watch started')
  expect(events()).toEqual(['started'])
})

test('a pause keeps what is shown, and tells how much is newer', async () => {
  const { send, events, actors } = await start()
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  const before = [events(), actors()]
  await send('press')
  expect([events(), actors()]).toEqual(before)
  expect(screen.getByText(/2 newer/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  expect(events()).toContain('press')
})

test('an event that is opened shows its payload', async () => {
  const { send } = await start()
  await send('press')
  await userEvent.click(screen.getByText('press'))
  expect(screen.getByText(/"type": "press"/)).toBeDefined()
})

test('an actor that is picked shows its chart: where it is, and what brought it there', async () => {
  const { send } = await start(machines.get('desktop-bar'))
  await userEvent.click(screen.getByRole('button', { name: /desktop-bar/ }))
  const chart = screen.getByRole('region', { name: 'Actor desktop-bar' })
  const current = () => chart.querySelector('[aria-current] h3')?.textContent
  expect(current()).toBe('lingering first')
  await send('bar.enter')
  expect(current()).toBe('attended')
  const taken = [...chart.querySelectorAll('[data-taken]')].map(one => one.textContent)
  expect(taken).toEqual(['bar.enter → attended'])
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'Actor desktop-bar' })).toBeNull()
})

test('every machine that the app runs has its chart', () => {
  const ids = ['app', 'session', 'stats', 'challenge', 'submission', 'vpn', 'desktop']
  expect(ids.filter(id => !machines.has(id))).toEqual([])
})
