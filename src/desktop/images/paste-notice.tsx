import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasArrived, isSending, pasteFailure } from '../../machines/desktop-paste/selectors.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { useActors } from '../actors.tsx'
import { FailureNotice } from '../failure-notice.tsx'
import { useImageFailures } from './use-image-failures.ts'

/** Says what becomes of an image that was pasted. */
export function PasteNotice() {
  const { t } = useLingui()
  const { paste } = useActors()
  const sending = useSelector(paste, isSending)
  const arrived = useSelector(paste, hasArrived)
  const failure = useSelector(paste, pasteFailure)
  const words = useImageFailures()
  if (!sending && !arrived && failure === null) return null
  return failure === null ? (
    <Notice live="polite" tone={arrived ? 'success' : 'info'}>
      {arrived ? (
        <Trans>Your image is in the desktop’s clipboard.</Trans>
      ) : (
        <Trans>Bringing your image into the desktop…</Trans>
      )}
    </Notice>
  ) : (
    <FailureNotice
      title={t`Image not pasted`}
      text={words[failure]}
      onClose={() => paste.send({ type: 'failure.closed' })}
    />
  )
}
