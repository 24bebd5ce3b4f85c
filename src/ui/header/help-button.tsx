import { useLingui } from '@lingui/react/macro'
import { useSignedIn } from '../app-context.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { useContact } from '../event/use-contact.ts'
import { useHasDetails } from '../event/use-event.ts'

export function HelpButton() {
  const { t } = useLingui()
  const { dialogs } = useSignedIn()
  const hasDetails = useHasDetails()
  const { discordUrl, email } = useContact()
  if (discordUrl === null && email === null) return null
  return (
    <IconButton
      icon="chat"
      label={hasDetails ? t`Help` : t`Discord`}
      onClick={() => dialogs.send({ type: 'dialog.open', dialog: 'discord' })}
    />
  )
}
