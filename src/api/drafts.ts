import { fromCallback } from 'xstate'
import type { DraftChanged } from '../machines/submission/events.ts'
import type { ChallengeRef } from './contract.ts'

const keyOf = ({ categorySlug, challengeSlug }: ChallengeRef) =>
  `guidon.draft:${categorySlug}/${challengeSlug}`

/** What was typed into a flag field, kept in the tab: it survives a reload and a new sign-in. */
export const keepDraft = fromCallback<DraftChanged, ChallengeRef>(
  ({ input, sendBack, receive }) => {
    const key = keyOf(input)
    receive(({ draft }) => {
      if (draft === '') sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, draft)
    })
    const draft = sessionStorage.getItem(key)
    if (draft !== null) sendBack({ type: 'draft.loaded', draft })
  },
)
