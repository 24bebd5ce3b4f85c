import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useLayoutEffect, useRef } from 'react'
import { canControl, clipboardOf } from '../../machines/desktop/selectors.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useActors } from '../actors.tsx'
import { CopiedImage } from '../images/copied-image.tsx'
import css from './panel.module.css'
import { DesktopPanel } from './panel.tsx'

/** Both clipboards by hand, for browsers that forbid the page theirs. */
export function ClipboardPanel() {
  const { t } = useLingui()
  const { desktop } = useActors()
  const text = useRef<HTMLTextAreaElement>(null)
  const received = useSelector(desktop, clipboardOf)
  const controls = useSelector(desktop, canControl)
  // React does not change a text that the user has edited, and a new field would not have the focus.
  useLayoutEffect(() => {
    if (text.current) text.current.value = received
  }, [received])
  const value = () => text.current?.value ?? ''

  return (
    <DesktopPanel title={t`Clipboard`}>
      <p className={css.note}>
        <Trans>
          Copy and paste with the usual keys, images too. If your browser does not allow it, use
          this field: text you copy in the desktop appears here, and you can send text you paste
          here.
        </Trans>
      </p>
      <label className={css.label}>
        <Trans>Text of the clipboard</Trans>
        <textarea ref={text} className={css.text} spellCheck={false} />
      </label>
      <div className={css.row}>
        <Button
          variant="primary"
          aria-disabled={!controls || undefined}
          onClick={() => desktop.send({ type: 'clipboard.send', text: value() })}
        >
          <Trans>Send to the desktop</Trans>
        </Button>
        <Button
          aria-disabled={!controls || undefined}
          onClick={() => desktop.send({ type: 'text.type', text: value() })}
        >
          <Trans>Type it as keystrokes</Trans>
        </Button>
      </div>
      <CopiedImage />
    </DesktopPanel>
  )
}
