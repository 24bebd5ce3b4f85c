import * as v from 'valibot'
import { fromCallback } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import type { DraftsChanged } from '../../machines/home/events.ts'
import type { DraftChanged } from '../../machines/submission/events.ts'
import { tabStorage } from '../storage.ts'
import { draftKey } from './draft-key.ts'
import { TYPED } from './typed-texts.ts'

/** Keeps the content of a flag field in the tab, so that it survives a reload and a new sign-in of the same user. */
export const draftStore = fromCallback<DraftChanged, ChallengeRef>(
  ({ input, sendBack, receive }) => {
    receive(({ draft }) => {
      const key = draftKey(input)
      if (draft === '') tabStorage.removeItem(key)
      else tabStorage.setItem(key, draft)
    })
    const draft = tabStorage.getItem(draftKey(input))
    if (draft !== null) sendBack({ type: 'draft.loaded', draft })
  },
)

const HOME = `${TYPED}s:home`
const HomeDrafts = v.object({ token: v.string(), teamName: v.string() })

/** As `draftStore`, for the forms of the home page. */
export const homeDraftStore = fromCallback<DraftsChanged>(({ sendBack, receive }) => {
  receive(({ drafts }) => {
    if (Object.values(drafts).every(text => text === '')) tabStorage.removeItem(HOME)
    else tabStorage.setItem(HOME, JSON.stringify(drafts))
  })
  const text = tabStorage.getItem(HOME)
  if (text === null) return
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), HomeDrafts), text)
  if (parsed.success) sendBack({ type: 'drafts.loaded', drafts: parsed.output })
})
