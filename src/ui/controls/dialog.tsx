// biome-ignore lint/style/noRestrictedImports: React has no prop for showModal().
import { type ReactNode, type SyntheticEvent, useId, useLayoutEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import { closePopovers } from '../layout/close-popovers.ts'
import css from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  open: boolean
  title: ReactNode
  children: ReactNode
  /** Buttons at the foot. */
  actions?: ReactNode
  wide?: boolean
} & (
  | {
      /** Called on Escape, and on a click on the backdrop or the close button. */
      onClose: () => void
      closeLabel: string
    }
  | {
      /** Nothing the user does closes it. */
      onClose?: undefined
      closeLabel?: undefined
    }
)

/** A modal on the top layer. Its content exists only while it is open. When it closes, the focus returns. */
export function Dialog({ open, title, children, actions, wide, onClose, closeLabel }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const textId = useId()

  useLayoutEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    // The browser would close a menu, too, but without giving the focus back to its button: then the dialog could not
    // return it.
    closePopovers(document)
    dialog.showModal()
    // The tooltip of the control that just got the focus: it would take the first Escape.
    closePopovers(dialog)
    return () => dialog.close()
  }, [open])

  const closedBy = onClose ? 'any' : 'none'
  const askToClose = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    onClose?.()
  }
  // Browsers close on a second Escape even if `cancel` was prevented.
  const closedByBrowser = () => {
    // The event comes late: the dialog may have been closed or opened again since.
    if (!open || ref.current?.open) return
    if (onClose) onClose()
    else ref.current?.showModal()
  }
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      // Without a control that would get the focus, nothing else makes a screen reader read the text.
      aria-describedby={onClose ? undefined : textId}
      closedby={closedBy}
      // The second click of a double-click that opened it is on the backdrop, and would close it again.
      onMouseDown={event => {
        event.currentTarget.closedBy = event.detail > 1 ? '' : closedBy
      }}
      className={cx(css.dialog, wide && css.wide)}
      onCancel={askToClose}
      onClose={closedByBrowser}
    >
      {open && (
        <>
          <h2 id={titleId} className={css.title}>
            {title}
          </h2>
          <div id={textId} className={css.body}>
            {children}
          </div>
          {actions && <div className={css.actions}>{actions}</div>}
          {onClose && (
            <div className={css.close}>
              <IconButton icon="close" size="small" label={closeLabel} onClick={onClose} />
            </div>
          )}
        </>
      )}
    </dialog>
  )
}
