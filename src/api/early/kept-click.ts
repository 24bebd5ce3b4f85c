/**
 * What may be clicked before the app is there. These only lead on or open something: another button changes data, and
 * by the time of the app, its user may have changed their mind.
 */
const controls =
  'a[href^="/"],summary,input:not([type=radio]),select,[aria-expanded],[popovertarget]'

const nameOf = (one: Element) =>
  one.getAttribute('href') || one.ariaLabel || one.getAttribute('name') || one.textContent

/**
 * Keeps the last click on the inert page in `root`, and repeats it when the app has taken the place of that page. So
 * nobody has to wait or click again, however late the app's code comes.
 */
export function keepClick(root: HTMLElement): void {
  const inertPage = () => root.querySelector<HTMLElement>(':scope>[inert]')
  let clicked: HTMLElement | null | undefined
  root.onclick = ({ clientX, clientY }) => {
    const page = inertPage()
    if (!page) return
    if (clicked) clicked.style.opacity = ''
    page.inert = false
    clicked = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>(controls)
    page.inert = true
    if (clicked) clicked.style.opacity = '.5'
  }
  new MutationObserver((_changes, observer) => {
    if (inertPage()) return
    observer.disconnect()
    if (!clicked) return
    const name = nameOf(clicked)
    const same = [...root.querySelectorAll<HTMLElement>(controls)].find(one => nameOf(one) === name)
    same?.focus()
    same?.click()
  }).observe(root, { childList: true })
}
