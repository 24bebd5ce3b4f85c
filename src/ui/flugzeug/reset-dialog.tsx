import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isResetAsked } from '../../machines/flugzeug/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'

export function ResetDialog() {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const asked = useSelector(flugzeug, isResetAsked)
  const can = useSelector(flugzeug, snapshot => snapshot.can({ type: 'flugzeug.reset' }))
  const cancel = () => flugzeug.send({ type: 'reset.cancelled' })
  return (
    <Dialog
      open={asked}
      title={t`Reset your desktop?`}
      closeLabel={t`Close`}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel}>
            <Trans>Keep it</Trans>
          </Button>
          <Button
            variant="danger"
            icon="refresh"
            aria-disabled={!can}
            onClick={() => flugzeug.send({ type: 'flugzeug.reset' })}
          >
            <Trans>Delete everything</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          This deletes the desktop and all its files. You cannot undo it. The next start creates a
          new desktop.
        </Trans>
      </p>
    </Dialog>
  )
}
