import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useApp, useSignedIn } from '../app-context.tsx'
import { checkIcon, copyIcon } from '../art/page-icons.ts'
import { Button } from '../controls/button.tsx'
import { LinkButton } from '../controls/link-button.tsx'
import { useCopy } from '../controls/use-copy.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { CopyValue } from './copy-value.tsx'
import css from './dialogs.module.css'
import { OwnDialog } from './own-dialog.tsx'

/** Ids that support asks for, and a link to the user's account. */
export function DebugDialog() {
  const { t, i18n } = useLingui()
  const { accountUrl, diagnostics } = useSelector(useApp(), ({ context }) => context.input)
  const { user, stats, team } = useSignedIn()
  const { isCopied, copy } = useCopy()
  const events = useCopy()
  const ids = [
    { label: t`User ID`, value: useSelector(user, ({ context }) => context.data?.id) },
    { label: t`Account ID`, value: useSelector(stats, ({ context }) => context.data?.accountId) },
    { label: t`Team ID`, value: useSelector(team, ({ context }) => context.data?.id) },
  ].filter((id): id is { label: string; value: string } => Boolean(id.value))
  const all = ids.map(({ label, value }) => `${label}: ${value}`).join('\n')
  return (
    <OwnDialog
      title={t`Debug information`}
      actions={
        <>
          <span role="status">
            <VisuallyHidden>{(isCopied || events.isCopied) && t`Copied`}</VisuallyHidden>
          </span>
          {diagnostics && (
            <Button
              variant="ghost"
              icon={events.isCopied ? checkIcon : copyIcon}
              // If the code for them cannot be loaded, at least the IDs are copied.
              onClick={() => diagnostics().then(events.copy, () => events.copy(all))}
            >
              {events.isCopied ? t`Copied` : t`Copy diagnostics`}
            </Button>
          )}
          <Button icon={isCopied ? checkIcon : copyIcon} onClick={() => copy(all)}>
            {isCopied ? t`Copied` : t`Copy all`}
          </Button>
        </>
      }
    >
      <div className={css.stack}>
        <p>
          <Trans>When you ask for help, these IDs tell us who you are.</Trans>
        </p>
        {ids.map(({ label, value }) => (
          <CopyValue key={label} label={label} value={value} />
        ))}
        {diagnostics && (
          <p>
            <Trans>
              Diagnostics say what this page did last. They contain no flags, passwords, names or
              other texts. Nothing is sent: you choose who gets them.
            </Trans>
          </p>
        )}
        {accountUrl && (
          <LinkButton href={`${accountUrl}?ui_locales=${i18n.locale}`} target="_blank">
            <Trans>Password and sign-ins</Trans>
          </LinkButton>
        )}
      </div>
    </OwnDialog>
  )
}
