import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { networkMachine } from '../../../src/machines/network/machine.ts'
import type { ShortcutPressed } from '../../../src/machines/palette/events.ts'
import { paletteMachine } from '../../../src/machines/palette/machine.ts'
import { isPaletteOpen, markedPath, queryOf } from '../../../src/machines/palette/selectors.ts'
import { createWorld } from '../../models/harness/world.ts'
import { createFakeCallback } from '../../support/fakes/calls.ts'

function start() {
  const { parent, reports } = createWorld()
  const network = createActor(networkMachine).start()
  const shortcut = createFakeCallback<ShortcutPressed>()
  const palette = createActor(paletteMachine.provide({ actors: { shortcut: shortcut.logic } }), {
    input: { parent, network },
  }).start()
  const goOffline = () => {
    network.send({ type: 'request.opened', id: 1 })
    network.send({ type: 'request.failed', id: 1 })
  }
  const shown = () => {
    const snapshot = palette.getSnapshot()
    return {
      isOpen: isPaletteOpen(snapshot),
      query: queryOf(snapshot),
      marked: markedPath(snapshot),
    }
  }
  const press = () => shortcut.send({ type: 'shortcut.pressed' })
  return { palette, reports, goOffline, shown, press }
}

const closed = { isOpen: false, query: '', marked: null }
const empty = { isOpen: true, query: '', marked: null }

test('the shortcut opens the palette, and closes it again', () => {
  const { press, shown } = start()
  expect(shown()).toEqual(closed)
  press()
  expect(shown()).toEqual(empty)
  press()
  expect(shown()).toEqual(closed)
})

test('a button opens it, and it closes without going anywhere', () => {
  const { palette, shown, reports } = start()
  palette.send({ type: 'palette.open' })
  expect(shown()).toEqual(empty)
  palette.send({ type: 'palette.close' })
  expect([shown(), reports]).toEqual([closed, []])
})

test('nothing opens over the dialog of a network that is gone, nor closes behind it', () => {
  const { palette, press, shown, goOffline } = start()
  palette.send({ type: 'palette.open' })
  goOffline()
  press()
  expect(shown()).toEqual(empty)
  palette.send({ type: 'palette.close' })
  press()
  palette.send({ type: 'palette.open' })
  expect(shown()).toEqual(closed)
})

test('typing marks the first entry again', () => {
  const { palette, shown } = start()
  palette.send({ type: 'palette.open' })
  palette.send({ type: 'palette.moved', to: '/scoreboard' })
  expect(shown()).toEqual({ ...empty, marked: '/scoreboard' })
  palette.send({ type: 'palette.typed', query: 'fl' })
  expect(shown()).toEqual({ ...empty, query: 'fl' })
})

test('a choice closes it and is sent to the app, and it opens empty the next time', () => {
  const { palette, shown, reports, press } = start()
  palette.send({ type: 'palette.open' })
  palette.send({ type: 'palette.typed', query: 'score' })
  palette.send({ type: 'palette.chosen', path: '/scoreboard' })
  expect([shown().isOpen, reports]).toEqual([false, [{ type: 'page.chosen', path: '/scoreboard' }]])
  press()
  expect(shown()).toEqual(empty)
})
