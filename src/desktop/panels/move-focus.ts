import type { MouseEvent, SyntheticEvent } from 'react'

/** Gives the focus to the first button of the part around one that its click removes. */
export const focusFirstButton = ({ currentTarget }: MouseEvent): void =>
  currentTarget.closest('section')?.querySelector('button')?.focus()

/** Gives the focus back to the button that opened the panel. */
export const focusOpener = ({ currentTarget }: SyntheticEvent): void =>
  currentTarget.closest('[role=group]')?.querySelector<HTMLElement>('[aria-expanded=true]')?.focus()

/**
 * Gives the focus to a panel that a button of the bar has opened: between the two are the bar's other buttons. A panel
 * that opens for a file that is dropped leaves the keyboard to the desktop.
 */
export const focusNewPanel = (panel: HTMLElement | null): void => {
  if (panel?.closest('[role=group]')?.contains(document.activeElement)) panel.focus()
}

/** Gives the focus to the keyboard of the desktop. If the app has another origin, browsers would scroll its page. */
export const focusDesktop = (): void =>
  document.getElementById('keys')?.focus({ preventScroll: true })
