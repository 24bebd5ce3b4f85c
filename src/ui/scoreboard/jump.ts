/** Marks the own row for `jumpToOwnRow`; it holds its index among the rows and their number. */
export const OWN_ROW = 'data-own-row'

/** Scrolls to where the own row stands among the others, and focuses it. */
export function jumpToOwnRow() {
  const row = document.querySelector<HTMLElement>(`[${OWN_ROW}]`)
  const body = row?.parentElement
  if (!row || !body) return
  // The row sticks to the edge of the window, so its own place is not where it stands.
  const { top, height } = body.getBoundingClientRect()
  const [index = 0, count = 1] = (row.getAttribute(OWN_ROW) ?? '').split('/').map(Number)
  const place = window.scrollY + top + (height * (index + 0.5)) / count
  window.scrollTo({ top: place - window.innerHeight / 2 })
  row.focus({ preventScroll: true })
}
