/**
 * What may be clicked before the app is there. These only lead to a page or open something. Other
 * buttons change data, and when the app is there, the user may no longer want that.
 */
const controls =
  'a[href^="/"],summary,input:not([type=radio]),select,[aria-expanded],[popovertarget]'

const nameOf = (one: Element) =>
  one.getAttribute('href') ||
  one.ariaLabel ||
  one.getAttribute('name') ||
  ((one as HTMLInputElement).labels?.[0] ?? one).textContent

const takesText = (one: unknown): one is HTMLInputElement =>
  one instanceof HTMLInputElement && one.type !== 'checkbox'

/**
 * Keeps the last click on the inert page in `root`, and repeats it when the app has taken the place of that page. So
 * nobody has to wait or click again, however late the app's code comes. A field that is clicked takes text at once. The
 * app's field gets this text.
 */
export function keepClick(root: HTMLElement): void {
  const inertPage = () => root.querySelector<HTMLElement>(':scope>[inert]')
  let page: HTMLElement | null = null
  let clicked: HTMLElement | null | undefined
  // A field has a label only while it is in the document.
  let name: string | null = null
  root.onsubmit = () => !page?.isConnected
  root.onclick = event => {
    page = inertPage() ?? page
    if (!page?.isConnected) {
      clicked = null
      return
    }
    event.preventDefault()
    // The Enter key in a field clicks the button of its form.
    if (!event.detail) return
    if (clicked) clicked.style.opacity = ''
    page.inert = false
    clicked = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>(controls)
    name = clicked ? nameOf(clicked) : null
    if (takesText(clicked)) return clicked.focus()
    page.inert = true
    if (clicked) clicked.style.opacity = '.5'
  }
  new MutationObserver((_changes, observer) => {
    if (inertPage() || page?.isConnected) return
    const same = [...root.querySelectorAll<HTMLElement>(controls)].find(one => nameOf(one) === name)
    // The app shows the list of challenges after all else.
    if (clicked && !same) return
    observer.disconnect()
    const text = takesText(clicked) && clicked.value
    same?.focus()
    same?.click()
    if (text) {
      // It is newer than the stored draft.
      document.execCommand('selectAll')
      // Unlike a new value, this is an input that React sees, and that can be undone.
      document.execCommand('insertText', false, text)
    }
  }).observe(root, { childList: true, subtree: true })
}
