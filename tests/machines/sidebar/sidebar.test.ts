import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { isGuideOpen } from '../../../src/machines/sidebar/guide.ts'
import {
  defaultPreferences,
  type SidebarPreferences,
  sidebarMachine,
} from '../../../src/machines/sidebar/machine.ts'
import { preferencesOf } from '../../../src/machines/sidebar/selectors.ts'
import { createFakePromise } from '../../support/fakes/calls.ts'
import { settled } from '../../support/time.ts'

const changed = (more: Partial<SidebarPreferences>) => ({ ...defaultPreferences, ...more })

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
  expect(preferences()).toEqual(defaultPreferences)
  restore.last().answer.resolve(changed({ filter: 'web', hidesSolved: true }))
  await settled()
  expect([preferences(), store.calls.length]).toEqual([
    changed({ filter: 'web', hidesSolved: true }),
    0,
  ])
  expect(sidebar.getSnapshot().value).toBe('resting')
})

test('a first visit shows everything', async () => {
  const { restore, preferences } = start()
  restore.last().answer.resolve(null)
  await settled()
  expect(preferences()).toEqual(defaultPreferences)
})

test('each change is stored, and what is still being restored cannot undo it', async () => {
  const { restore, store, sidebar, preferences } = start()
  sidebar.send({ type: 'sidebar.solvedToggled' })
  restore.last().answer.resolve(changed({ filter: 'old' }))
  await settled()
  expect(preferences()).toEqual(changed({ hidesSolved: true }))
  sidebar.send({ type: 'sidebar.filtered', filter: 'pwn' })
  sidebar.send({ type: 'sidebar.solvedToggled' })
  expect(store.calls.map(call => call.input)).toEqual([
    changed({ hidesSolved: true }),
    changed({ filter: 'pwn', hidesSolved: true }),
    changed({ filter: 'pwn' }),
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
  expect(preferences()).toEqual(changed({ hidesSolved: true }))
  expect([restore.calls.length, store.calls.length]).toEqual([1, 1])
  expect(sidebar.getSnapshot().value).toBe('resting')
})

test('a category is folded, and unfolded, apart from the others', () => {
  const { store, sidebar, preferences } = start()
  const toggle = (categorySlug: string) => {
    sidebar.send({ type: 'sidebar.groupToggled', categorySlug })
    return preferences().folded
  }
  expect([toggle('web'), toggle('crypto'), toggle('web')]).toEqual([
    ['web'],
    ['web', 'crypto'],
    ['crypto'],
  ])
  expect(store.last().input).toEqual(changed({ folded: ['crypto'] }))
})

test('while there is a filter, no category can be folded', () => {
  const { sidebar, preferences } = start()
  const toggled = { type: 'sidebar.groupToggled', categorySlug: 'web' } as const
  sidebar.send({ type: 'sidebar.filtered', filter: ' pwn ' })
  expect(sidebar.getSnapshot().can(toggled)).toBe(false)
  sidebar.send(toggled)
  expect(preferences().folded).toEqual([])
  sidebar.send({ type: 'sidebar.filtered', filter: ' ' })
  expect(sidebar.getSnapshot().can(toggled)).toBe(true)
})

const score = (numSolvedFlags: number) => ({ score: { rank: null, points: 0, numSolvedFlags } })

test("home's texts are open until the first flag, and then fold by themselves", () => {
  expect(isGuideOpen(defaultPreferences, 'howTo', undefined)).toBe(true)
  expect(isGuideOpen(defaultPreferences, 'howTo', score(0))).toBe(true)
  expect(isGuideOpen(defaultPreferences, 'howTo', score(1))).toBe(false)
})

test("the user's choice for one of home's texts is kept, for that one", () => {
  const { store, sidebar, preferences } = start()
  sidebar.send({ type: 'guide.open', part: 'howTo' })
  expect(store.last().input).toEqual(changed({ guide: { howTo: 'open' } }))
  sidebar.send({ type: 'guide.fold', part: 'rules' })
  const open = (flags: number) =>
    (['howTo', 'rules'] as const).map(part => isGuideOpen(preferences(), part, score(flags)))
  expect([open(0), open(1)]).toEqual([
    [true, false],
    [true, false],
  ])
  expect(store.last().input).toEqual(changed({ guide: { howTo: 'open', rules: 'folded' } }))
})
