import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor, setup } from 'xstate'
import type { ChallengeRef } from '../../src/api/contract.ts'
import { forgetOtherUser } from '../../src/browser/forget-other-user.ts'
import { followRenaming } from '../../src/browser/typed/draft-key.ts'
import { draftStore, homeDraftStore } from '../../src/browser/typed/drafts.ts'
import { createStorage } from '../support/fakes/storage.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', createStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const keeper = (input: ChallengeRef) => createActor(draftStore, { input }).start()
const stored = () =>
  Array.from({ length: sessionStorage.length }, (_, index) =>
    sessionStorage.getItem(sessionStorage.key(index) ?? ''),
  )

/** Types a flag of each of two challenges, and a name of a team. */
function typeAll() {
  for (const challengeSlug of ['login', 'radio'])
    keeper({ categorySlug: 'web', challengeSlug }).send({ type: 'draft.changed', draft: 'FLAG{' })
  const home = createActor(homeDraftStore).start()
  home.send({ type: 'drafts.changed', drafts: { token: '', teamName: 'Foxes' } })
}

test('each challenge has a draft of its own, also beside one with its slug in another category', () => {
  const web = keeper({ categorySlug: 'web', challengeSlug: 'login' })
  const pwn = keeper({ categorySlug: 'pwn', challengeSlug: 'login' })
  web.send({ type: 'draft.changed', draft: 'FLAG{web}' })
  pwn.send({ type: 'draft.changed', draft: 'FLAG{pwn}' })
  expect(stored()).toEqual(['FLAG{web}', 'FLAG{pwn}'])
  web.send({ type: 'draft.changed', draft: '' })
  expect(stored()).toEqual(['FLAG{pwn}'])
})

const renamed = [
  { categorySlug: 'web', challengeSlug: 'search' },
  { categorySlug: 'web', challengeSlug: 'register' },
  { categorySlug: 'forensics', challengeSlug: 'register' },
] as const

/** What a page at this address finds in its flag field. */
const loadedAt = (input: ChallengeRef) => {
  const drafts: string[] = []
  const page = setup({ actors: { draftStore } }).createMachine({
    invoke: { src: 'draftStore', input },
    on: { 'draft.loaded': { actions: ({ event }) => drafts.push(event.draft) } },
  })
  createActor(page).start().stop()
  return drafts
}

test('a typed flag follows its challenge to each new name, and both addresses have the same one', () => {
  const [first, second, third] = renamed
  const open = keeper(first)
  open.send({ type: 'draft.changed', draft: 'FLAG{' })
  followRenaming(first, second)
  expect(renamed.map(loadedAt)).toEqual([['FLAG{'], ['FLAG{'], []])
  open.send({ type: 'draft.changed', draft: 'FLAG{a' })
  followRenaming(first, third)
  expect(renamed.map(loadedAt)).toEqual([['FLAG{a'], [], ['FLAG{a']])
  keeper(third).send({ type: 'draft.changed', draft: '' })
  expect(renamed.map(loadedAt)).toEqual([[], [], []])
})

test('what was typed at the new name already stays', () => {
  const [first, second] = renamed
  keeper(first).send({ type: 'draft.changed', draft: 'FLAG{old' })
  keeper(second).send({ type: 'draft.changed', draft: 'FLAG{new' })
  followRenaming(first, second)
  expect(loadedAt(first)).toEqual(['FLAG{new'])
})

test('a challenge that gets its first name back has its typed flag there again', () => {
  const [first, second] = renamed
  keeper(first).send({ type: 'draft.changed', draft: 'FLAG{' })
  followRenaming(first, second)
  followRenaming(first, first)
  expect([first, second].map(loadedAt)).toEqual([['FLAG{'], []])
})

test('typed texts stay for a user who signs in again, and all go when another one signs in', () => {
  forgetOtherUser('ada')
  typeAll()
  const before = stored()
  forgetOtherUser('ada')
  expect(stored()).toEqual(before)
  expect(before.length).toBe(4)
  sessionStorage.setItem('guidon.invitation', 'abc')
  forgetOtherUser('bob')
  expect(stored()).toEqual(['bob', 'abc'])
})

test('typed texts stay for the first user whom the tab knows', () => {
  typeAll()
  forgetOtherUser('ada')
  expect(stored().length).toBe(4)
})
