/** Marks the user's own row for `jumpToOwnRow`. Its value is the row's index and the number of rows. */
export const OWN_ROW = 'data-own-row'

/** Scrolls to the place of the user's own row among the others, and focuses it. */
export function jumpToOwnRow() {
  const row = document.querySelector<HTMLElement>(`[${OWN_ROW}]`)
  const body = row?.parentElement
  if (!row || !body) return
  // The row sticks to the edge of the window, so its box does not give its place in the table.
  const { top, height } = body.getBoundingClientRect()
  const [index = 0, count = 1] = (row.getAttribute(OWN_ROW) ?? '').split('/').map(Number)
  const place = window.scrollY + top + (height * (index + 0.5)) / count
  window.scrollTo({ top: place - window.innerHeight / 2 })
  row.focus({ preventScroll: true })
}
