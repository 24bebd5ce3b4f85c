import { fromCallback } from 'xstate'
import type { DraftChanged } from '../machines/submission/events.ts'
import type { ChallengeRef } from './contract.ts'
import { tabStorage } from './storage.ts'

const keyOf = ({ categorySlug, challengeSlug }: ChallengeRef) =>
  `guidon.draft:${categorySlug}/${challengeSlug}`

/** What was typed into a flag field, kept in the tab: it survives a reload and a new sign-in. */
export const keepDraft = fromCallback<DraftChanged, ChallengeRef>(
  ({ input, sendBack, receive }) => {
    const key = keyOf(input)
    receive(({ draft }) => {
      if (draft === '') tabStorage.removeItem(key)
      else tabStorage.setItem(key, draft)
    })
    const draft = tabStorage.getItem(key)
    if (draft !== null) sendBack({ type: 'draft.loaded', draft })
  },
)
