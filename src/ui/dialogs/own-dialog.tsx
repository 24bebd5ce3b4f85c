import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useSignedIn } from '../app-context.tsx'
import { Dialog } from '../controls/dialog.tsx'

interface OwnDialogProps {
  title: string
  actions?: ReactNode
  children: ReactNode
}

/** A dialog that the dialogs machine opens and closes. */
export function OwnDialog({ title, actions, children }: OwnDialogProps) {
  const { t } = useLingui()
  const { dialogs } = useSignedIn()
  return (
    <Dialog
      open
      title={title}
      actions={actions}
      closeLabel={t`Close`}
      onClose={() => dialogs.send({ type: 'dialog.close' })}
    >
      {children}
    </Dialog>
  )
}
