import { Trans, useLingui } from '@lingui/react/macro'
import { useContact } from '../event/use-contact.ts'
import { useHasDetails } from '../event/use-event.ts'
import css from './dialogs.module.css'
import { DiscordSteps } from './discord-steps.tsx'
import { OwnDialog } from './own-dialog.tsx'

/** Where the event gives help. */
export function DiscordDialog() {
  const { t } = useLingui()
  const hasDetails = useHasDetails()
  const { discordUrl, email } = useContact()
  return (
    <OwnDialog title={hasDetails ? t`Help` : t`Help on Discord`}>
      <div className={css.stack}>
        {discordUrl && <DiscordSteps discordUrl={discordUrl} />}
        {email && (
          <p>
            <Trans>
              Write the organisers an e-mail: <a href={`mailto:${email}`}>{email}</a>
            </Trans>
          </p>
        )}
      </div>
    </OwnDialog>
  )
}
