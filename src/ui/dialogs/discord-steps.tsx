import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useSignedIn } from '../app-context.tsx'
import { externalIcon } from '../art/page-icons.ts'
import { LinkButton } from '../controls/link-button.tsx'
import { CopyValue } from './copy-value.tsx'
import css from './dialogs.module.css'

/** How to join the server, and how users say there who they are. */
export function DiscordSteps({ discordUrl }: { discordUrl: string }) {
  const { t } = useLingui()
  const externalId = useSelector(
    useSignedIn().user,
    snapshot => snapshot.context.data?.externalId ?? '',
  )
  return (
    <ol className={css.steps}>
      <li className={css.step}>
        <h3 className={css.heading}>
          <Trans>Join our server</Trans>
        </h3>
        <div className={css.content}>
          <p>
            <Trans>Get help by ticket, and news about the event.</Trans>
          </p>
          <p>
            <LinkButton
              variant="primary"
              icon={externalIcon}
              href={discordUrl}
              target="_blank"
              rel="noopener noreferrer"
            >
              <Trans>Join the Discord server</Trans>
            </LinkButton>
          </p>
        </div>
      </li>
      <li className={css.step}>
        <h3 className={css.heading}>
          <Trans>Link your account</Trans>
        </h3>
        <div className={css.content}>
          <p>
            <Trans>
              Give this code to the bot on the server, so that we know who you are. Keep it private.
            </Trans>
          </p>
          <CopyValue label={t`Identification code`} value={externalId} />
        </div>
      </li>
    </ol>
  )
}
