import { Trans, useLingui } from '@lingui/react/macro'
import { Suspense, useState } from 'react'
import { invitationPath } from '../../machines/navigation/invitation.ts'
import { CopyField } from '../controls/copy-field.tsx'
import { useCopy } from '../controls/use-copy.ts'
import { BrokenPage } from '../loading/broken-part.tsx'
import { onDemand } from '../loading/on-demand.tsx'
import { PartBoundary } from '../loading/part-boundary.tsx'
import { Skeleton } from '../loading/skeleton.tsx'
import css from './team.module.css'

const QrCode = onDemand(async () => (await import('../art/qr-code.tsx')).QrCode)

/** A link that joins the team, to copy or to scan. The token is in the fragment, so no server gets it. */
export function InviteLink({ joinToken }: { joinToken: string }) {
  const { t } = useLingui()
  const { isCopied, hasFailed, copy } = useCopy()
  const [isOpen, setOpen] = useState(false)
  const link = location.origin + invitationPath(joinToken)
  return (
    <>
      <CopyField
        label={t`Invite link`}
        value={link}
        copied={isCopied}
        onCopy={() => copy(link)}
        copyLabel={t`Copy the invite link`}
        copiedLabel={t`Copied`}
      />
      {hasFailed && (
        <p className={css.refused} role="alert">
          <Trans>Your browser blocked copying. Click the link and copy it yourself.</Trans>
        </p>
      )}
      <details className={css.qr} onToggle={event => setOpen(event.currentTarget.open)}>
        <summary>
          <Trans>Show as a QR code</Trans>
        </summary>
        {isOpen && (
          <PartBoundary fallback={retry => <BrokenPage retry={retry} />}>
            <Suspense fallback={<Skeleton height="16rem" />}>
              <QrCode text={link} label={t`QR code of the invite link`} />
            </Suspense>
          </PartBoundary>
        )}
      </details>
    </>
  )
}
