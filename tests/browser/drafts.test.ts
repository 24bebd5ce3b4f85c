import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ChallengeRef } from '../../src/api/contract.ts'
import { draftStore, homeDraftStore } from '../../src/browser/drafts.ts'
import { keepTypedTextsOf } from '../../src/browser/typed-texts.ts'
import { createStorage } from '../support/storage.ts'

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

test('typed texts stay for a user who signs in again, and all go when another one signs in', () => {
  keepTypedTextsOf('ada')
  typeAll()
  const before = stored()
  keepTypedTextsOf('ada')
  expect(stored()).toEqual(before)
  expect(before.length).toBe(4)
  sessionStorage.setItem('guidon.invitation', 'abc')
  keepTypedTextsOf('bob')
  expect(stored()).toEqual(['bob', 'abc'])
})

test('typed texts stay for the first user whom the tab knows', () => {
  typeAll()
  keepTypedTextsOf('ada')
  expect(stored().length).toBe(4)
})
