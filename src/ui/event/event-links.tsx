import { Trans } from '@lingui/react/macro'
import type { DialogName } from '../../machines/dialogs/events.ts'
import { useSignedIn } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import css from './event-links.module.css'
import { useContact } from './use-contact.ts'
import { useEventDetails, useHasDetails } from './use-event.ts'

/** The event's terms, and where it gives help. */
export function EventLinks() {
  const { dialogs } = useSignedIn()
  const hasDetails = useHasDetails()
  const hasTerms = useEventDetails()?.terms !== undefined
  const { discordUrl, email } = useContact()
  const open = (dialog: DialogName) => dialogs.send({ type: 'dialog.open', dialog })
  const hasHelp = discordUrl !== null || email !== null
  if (!hasDetails || !(hasTerms || hasHelp)) return null
  return (
    <div className={css.links}>
      {hasHelp && (
        <Button icon="chat" onClick={() => open('discord')}>
          <Trans>Help</Trans>
        </Button>
      )}
      {hasTerms && (
        <Button icon="info" onClick={() => open('terms')}>
          <Trans>Terms of participation</Trans>
        </Button>
      )}
    </div>
  )
}
