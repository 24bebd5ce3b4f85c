import { keptInvitation, keptView } from './kept-tokens.ts'
import { tabStorage } from './storage.ts'
import { TYPED } from './typed/typed-texts.ts'

const OWNER = 'guidon.typedBy'

/** Forgets what another user typed and opened in this tab before, so that it is shown to nobody else. */
export function forgetOtherUser(userId: string): void {
  const before = tabStorage.getItem(OWNER)
  tabStorage.setItem(OWNER, userId)
  if (before === null || before === userId) return
  for (const key of tabStorage.keys()) if (key.startsWith(TYPED)) tabStorage.removeItem(key)
  keptInvitation.removeSeen()
  keptView.removeSeen()
}
