import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ChallengeRef } from '../../src/api/contract.ts'
import { keepDraft } from '../../src/browser/drafts.ts'
import { createStorage } from '../support/storage.ts'

beforeEach(() => {
  vi.stubGlobal('sessionStorage', createStorage())
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const keeper = (input: ChallengeRef) => createActor(keepDraft, { input }).start()
const stored = () =>
  Array.from({ length: sessionStorage.length }, (_, index) =>
    sessionStorage.getItem(sessionStorage.key(index) ?? ''),
  )

test('each challenge has a draft of its own, also beside one with its slug in another category', () => {
  const web = keeper({ categorySlug: 'web', challengeSlug: 'login' })
  const pwn = keeper({ categorySlug: 'pwn', challengeSlug: 'login' })
  web.send({ type: 'draft.changed', draft: 'FLAG{web}' })
  pwn.send({ type: 'draft.changed', draft: 'FLAG{pwn}' })
  expect(stored()).toEqual(['FLAG{web}', 'FLAG{pwn}'])
  web.send({ type: 'draft.changed', draft: '' })
  expect(stored()).toEqual(['FLAG{pwn}'])
})
