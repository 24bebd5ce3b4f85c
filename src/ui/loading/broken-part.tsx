import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../controls/button.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { giveFocusToPage } from '../layout/focus-page.ts'
import { EmptyState } from './empty-state.tsx'

interface BrokenProps {
  retry: () => void
}

function WaysOut({ retry }: BrokenProps) {
  return (
    <>
      <Button icon="refresh" onClick={() => location.reload()}>
        <Trans>Reload</Trans>
      </Button>
      <Button ref={giveFocusToPage} variant="primary" onClick={retry}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}

export function BrokenPage({ retry }: BrokenProps) {
  const { t } = useLingui()
  return (
    <EmptyState
      alone
      icon="warning"
      title={t`This page could not be shown.`}
      action={<WaysOut retry={retry} />}
    >
      <Trans>Check your connection and try again. Nothing you typed is lost.</Trans>
    </EmptyState>
  )
}

export function BrokenDialog({ retry, close }: BrokenProps & { close: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      title={t`This could not be loaded.`}
      onClose={close}
      closeLabel={t`Close`}
      actions={<WaysOut retry={retry} />}
    >
      <Trans>Check your connection and try again. Nothing you typed is lost.</Trans>
    </Dialog>
  )
}
