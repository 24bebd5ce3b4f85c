import type { ChallengeRef } from '../../api/contract.ts'
import { challengeKey, sameChallenge } from '../../domain/challenge.ts'
import { tabStorage } from '../storage.ts'
import { TYPED } from './typed-texts.ts'

/** Where the tab keeps which name a challenge has now that was opened by an earlier one. */
const renamedKey = (opened: ChallengeRef) => `${TYPED}At:${challengeKey(opened)}`

/** Where the tab keeps what was typed into the flag field of a challenge that was opened by this name. */
export function draftKey(opened: ChallengeRef): string {
  const name = challengeKey(opened)
  return `${TYPED}:${tabStorage.getItem(renamedKey(opened)) ?? name}`
}

/**
 * After organisers renamed a challenge, its earlier address still opens it, and its page may be open there. From now on
 * both addresses have the same draft.
 *
 * @param opened the name in the address of the page
 * @param current the name that the challenge has now
 */
export function followRenaming(opened: ChallengeRef, current: ChallengeRef): void {
  const before = draftKey(opened)
  if (sameChallenge(opened, current)) tabStorage.removeItem(renamedKey(opened))
  else tabStorage.setItem(renamedKey(opened), challengeKey(current))
  const after = draftKey(opened)
  const draft = tabStorage.getItem(before)
  if (after === before || draft === null) return
  tabStorage.removeItem(before)
  if (tabStorage.getItem(after) === null) tabStorage.setItem(after, draft)
}
