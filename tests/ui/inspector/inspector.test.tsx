import { createInspector } from '@statelyai/inspect'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, createMachine, fromPromise, stopChild } from 'xstate'
import { Inspector } from '../../../src/inspector/inspector.tsx'
import { createStore } from '../../../src/inspector/store.ts'

// What the package waits for before it tells, which jsdom lacks.
beforeEach(() => vi.stubGlobal('requestIdleCallback', queueMicrotask))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
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
    power: { initial: 'off', states: { off: { on: { press: 'on' } }, on: {} } },
  },
})

async function start() {
  const store = createStore()
  const { inspect } = createInspector({ send: store.add })
  const actor = createActor(lamp, { inspect }).start()
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
