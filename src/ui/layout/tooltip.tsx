import {
  cloneElement,
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  useId,
  useRef,
} from 'react'
import css from './tooltip.module.css'

interface TooltipProps {
  text: string
  /** The text is already the child's name, so it is not read twice. */
  names?: boolean
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** Shows `text` beside its child while the child is hovered or focused. Escape hides it. */
export function Tooltip({ text, names = false, children }: TooltipProps) {
  const id = useId()
  const tip = useRef<HTMLSpanElement>(null)
  const anchor = `--tip-${id.replace(/\W/g, '')}`

  const isOpen = () => tip.current?.matches(':popover-open') ?? false
  const show = () => {
    if (!tip.current?.isConnected || isOpen()) return
    try {
      tip.current.showPopover?.()
    } catch (error) {
      // A menu that opens or closes moves the focus; that does not open the tooltip either.
      if ((error as DOMException).name !== 'InvalidStateError') throw error
    }
  }
  const hide = () => tip.current?.hidePopover?.()
  // Focus from a closing dialog or a click does not open the tooltip.
  const showOnKeyboardFocus = (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) show()
  }
  const hideOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return
    event.preventDefault()
    hide()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only listens to what the child does.
    <span
      className={css.root}
      style={{ anchorName: anchor }}
      onMouseEnter={show}
      onMouseLeave={hide}
      onFocus={showOnKeyboardFocus}
      onBlur={hide}
      onKeyDown={hideOnEscape}
      // After a press the tooltip is not needed, and could cover what opens.
      onClick={names ? hide : undefined}
    >
      {names ? children : cloneElement(children, { 'aria-describedby': id })}
      <span
        ref={tip}
        id={id}
        role="tooltip"
        popover="manual"
        className={css.tip}
        style={{ positionAnchor: anchor }}
        aria-hidden={names || undefined}
      >
        {text}
      </span>
    </span>
  )
}
