import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasCopyFailed, isCopied } from '../../machines/copy/selectors.ts'
import { sharedLinkOf } from '../../machines/desktop/selectors.ts'
import { Button } from '../../ui/controls/button.tsx'
import { CopyField } from '../../ui/controls/copy-field.tsx'
import { useActors } from '../actors.tsx'
import css from '../panels/panel.module.css'
import { DesktopPanel } from '../panels/panel.tsx'
import { useWatchers } from './use-watchers.ts'

/** The link by which team mates watch. */
export function SharingPanel() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const link = useSelector(desktop, sharedLinkOf)
  const canShare = useSelector(desktop, snapshot => snapshot.can({ type: 'sharing.begin' }))
  return (
    <DesktopPanel title={t`Let team mates watch`}>
      <p className={css.note}>
        <Trans>
          Team mates who open your link see this desktop live. They cannot type or click, and they
          do not get your clipboard or files.
        </Trans>
      </p>
      {link !== null && <SharedLink link={link} />}
      <div className={css.row}>
        {link === null ? (
          <Button
            variant="primary"
            aria-disabled={!canShare || undefined}
            onClick={() => desktop.send({ type: 'sharing.begin' })}
          >
            <Trans>Create link</Trans>
          </Button>
        ) : (
          <Button
            aria-disabled={!canShare || undefined}
            onClick={() => desktop.send({ type: 'sharing.end' })}
          >
            <Trans>Stop sharing</Trans>
          </Button>
        )}
      </div>
    </DesktopPanel>
  )
}

function SharedLink({ link }: { link: string }) {
  const { t } = useLingui()
  const { copy } = useActors()
  const { count, listed } = useWatchers()
  const copied = useSelector(copy, snapshot => isCopied(snapshot, 'link'))
  const failed = useSelector(copy, snapshot => hasCopyFailed(snapshot, 'link'))
  return (
    <>
      <CopyField
        label={t`Link for your team mates`}
        value={link}
        copied={copied}
        onCopy={() => copy.send({ type: 'copy.requested', id: 'link', text: link })}
        copyLabel={t`Copy the link`}
        copiedLabel={t`Copied`}
      />
      {failed && (
        <p className={css.note} role="alert">
          <Trans>Your browser blocked copying. Click the link and copy it yourself.</Trans>
        </p>
      )}
      <p className={css.note}>
        {count > 0 ? <Trans>Watching now: {listed}.</Trans> : <Trans>Nobody is watching.</Trans>}{' '}
        <Trans>The link works until you stop sharing, or the desktop stops.</Trans>
      </p>
    </>
  )
}
