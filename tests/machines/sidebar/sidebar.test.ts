import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { type SidebarPreferences, sidebarMachine } from '../../../src/machines/sidebar/machine.ts'
import { preferencesOf } from '../../../src/machines/sidebar/selectors.ts'
import { createFakePromise } from '../../support/fakes.ts'
import { settled } from '../../support/time.ts'

function start() {
  const restore = createFakePromise<SidebarPreferences | null>()
  const store = createFakePromise<void, SidebarPreferences>()
  const sidebar = createActor(
    sidebarMachine.provide({
      actors: { restorePreferences: restore.logic, storePreferences: store.logic },
    }),
  ).start()
  return { restore, store, sidebar, preferences: () => preferencesOf(sidebar.getSnapshot()) }
}

test('filter and hidden challenges come back as they were left', async () => {
  const { restore, store, sidebar, preferences } = start()
  expect(preferences()).toEqual({ filter: '', hidesSolved: false })
  restore.last().answer.resolve({ filter: 'web', hidesSolved: true })
  await settled()
  expect([preferences(), store.calls.length]).toEqual([{ filter: 'web', hidesSolved: true }, 0])
  expect(sidebar.getSnapshot().value).toBe('resting')
})

test('a first visit shows everything', async () => {
  const { restore, preferences } = start()
  restore.last().answer.resolve(null)
  await settled()
  expect(preferences()).toEqual({ filter: '', hidesSolved: false })
})

test('each change is stored, and what is still being restored cannot undo it', async () => {
  const { restore, store, sidebar, preferences } = start()
  sidebar.send({ type: 'sidebar.solvedToggled' })
  restore.last().answer.resolve({ filter: 'old', hidesSolved: false })
  await settled()
  expect(preferences()).toEqual({ filter: '', hidesSolved: true })
  sidebar.send({ type: 'sidebar.filtered', filter: 'pwn' })
  sidebar.send({ type: 'sidebar.solvedToggled' })
  expect(store.calls.map(call => call.input)).toEqual([
    { filter: '', hidesSolved: true },
    { filter: 'pwn', hidesSolved: true },
    { filter: 'pwn', hidesSolved: false },
  ])
  store.last().answer.resolve()
  await settled()
  expect(sidebar.getSnapshot().value).toBe('resting')
})

test('a browser that stores nothing keeps the choice as long as the session', async () => {
  const { restore, store, sidebar, preferences } = start()
  restore.last().answer.reject(new Error('no storage'))
  await settled()
  expect(sidebar.getSnapshot().value).toBe('resting')
  sidebar.send({ type: 'sidebar.solvedToggled' })
  store.last().answer.reject(new Error('no storage'))
  await settled()
  expect(preferences()).toEqual({ filter: '', hidesSolved: true })
  expect([restore.calls.length, store.calls.length]).toEqual([1, 1])
  expect(sidebar.getSnapshot().value).toBe('resting')
})
