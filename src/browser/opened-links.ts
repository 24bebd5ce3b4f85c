import { type AnyEventObject, fromCallback } from 'xstate'
import type { ViewUsed } from '../machines/desktop-view/events.ts'
import type { InvitationUsed } from '../machines/invitation/events.ts'
import { keptInvitation, keptView } from './kept-tokens.ts'

const tokenStore = <E extends AnyEventObject>(
  kept: typeof keptInvitation,
  type: 'invitation.opened' | 'view.opened',
) =>
  fromCallback<E>(({ sendBack, receive }) => {
    const report = () => {
      const token = kept.read()
      if (!token) return
      kept.see()
      sendBack({ type, token })
    }
    const open = () => {
      if (kept.keep()) report()
    }
    receive(() => kept.remove())
    addEventListener('hashchange', open)
    report()
    return () => removeEventListener('hashchange', open)
  })

/** Reports the invitation that the tab keeps, and each one that is opened later. */
export const invitationStore = tokenStore<InvitationUsed>(keptInvitation, 'invitation.opened')

/** The same for links to desktops of team mates. */
export const viewStore = tokenStore<ViewUsed>(keptView, 'view.opened')
