import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isWithheld } from '../machines/desktop/selectors.ts'
import { copyIcon } from '../ui/art/page-icons.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { useActors } from './actors.tsx'

/** The desktop copied a text, and the browser accepts it only after a click. */
export function CopiedTextNotice() {
  const { desktop } = useActors()
  if (!useSelector(desktop, isWithheld)) return null
  return (
    <Notice
      live="polite"
      icon={copyIcon}
      action={
        <Button
          size="small"
          variant="primary"
          onClick={() => desktop.send({ type: 'clipboard.take' })}
        >
          <Trans>Copy</Trans>
        </Button>
      }
    >
      <Trans>The desktop copied text. Click “Copy” to put it in your clipboard.</Trans>
    </Notice>
  )
}
