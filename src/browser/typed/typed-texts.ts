import { keptInvitation, keptView } from '../kept-tokens.ts'
import { tabStorage } from '../storage.ts'

/** How the keys begin under which the tab keeps what a user typed and has not sent. */
export const TYPED = 'guidon.draft'
const OWNER = 'guidon.typedBy'

/** Forgets what another user typed and opened in this tab before, so that it is shown to nobody else. */
export function keepTabOf(userId: string): void {
  const before = tabStorage.getItem(OWNER)
  tabStorage.setItem(OWNER, userId)
  if (before === null || before === userId) return
  for (const key of tabStorage.keys()) if (key.startsWith(TYPED)) tabStorage.removeItem(key)
  keptInvitation.removeSeen()
  keptView.removeSeen()
}
