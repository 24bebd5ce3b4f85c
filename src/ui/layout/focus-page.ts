/** Moves the focus to the page's main heading; while there is none, to the place of the page. */
export function focusPage() {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
  target?.setAttribute('tabindex', '-1')
  target?.focus()
}

/** The `ref` of a button that disappears because of what it does. Then the page gets the focus, if nothing else does. */
export const giveFocusToPage = (button: HTMLElement | null) => () => {
  if (document.activeElement !== button) return
  // By then the button is gone, and what is shown instead is there.
  queueMicrotask(() => {
    if (document.activeElement === document.body) focusPage()
  })
}
