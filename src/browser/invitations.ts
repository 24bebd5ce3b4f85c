import { fromCallback } from 'xstate'
import type { InvitationUsed } from '../machines/invitation/events.ts'
import { keepInvitation, keptInvitation } from './invitation.ts'

/** Reports the invitation that the tab keeps, and each one that is opened later. */
export const invitations = fromCallback<InvitationUsed>(({ sendBack, receive }) => {
  const report = () => {
    const token = keptInvitation.read()
    if (token) sendBack({ type: 'invitation.opened', token })
  }
  const open = () => {
    keepInvitation()
    report()
  }
  receive(() => keptInvitation.remove())
  addEventListener('hashchange', open)
  report()
  return () => removeEventListener('hashchange', open)
})
