import { expect, type Page } from 'playwright/test'

/** The files of the app's code and styles. */
export const ownFiles = /\/assets\/(app|index)-[^/]+\.(js|css)$/
/** The files of the app's code. */
export const ownCode = /\/assets\/(app|index)-[^/]+\.js$/

/** Holds back files of the app, until the returned function is called. */
export async function holdFiles(page: Page, files: RegExp) {
  const { promise: released, resolve: release } = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(files, async route => route[await released]())
  return (how: 'continue' | 'abort' = 'continue') => release(how)
}

/** Runs in the page: the place, text and look of each visible element. */
export function look() {
  // A spinner turns, so animations are stopped.
  for (const animation of document.getAnimations()) animation.cancel()
  const elements = document.querySelectorAll<HTMLElement>('#root, #root *')
  const time = document.querySelector('header p')
  return [...elements].flatMap(element => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    // What is folded has a box from the second look on.
    if (width === 0 || height === 0 || !element.checkVisibility()) return []
    const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const { checked, value } = element as HTMLInputElement
    const isTime = time?.contains(element) || element === time?.parentElement
    return [
      {
        what: `${element.tagName} ${element.getAttribute('class')}${isTime ? ' time' : ''}`,
        text: own.map(({ textContent }) => textContent).join(''),
        name: element.ariaLabel,
        state: [checked, value, element.getAttribute('src')],
        box: [x, y, width, height].map(Math.round).join(' '),
        style: [
          ...[style.color, style.backgroundColor, style.font, style.borderColor],
          ...[style.opacity, style.fill, style.stroke],
        ],
      },
    ]
  })
}

/** What the app shows, without the first picture and the rendered page. */
export const ofApp = (page: Page) => page.locator('#root > :not([inert], [data-rendered])')

/** Waits until the app has replaced what was shown first. */
export const appIsThere = (page: Page) => expect.poll(() => ofApp(page).count()).toBe(1)

export const looks = [
  { language: 'en', scheme: 'light', width: 1440 },
  { language: 'de', scheme: 'dark', width: 1440 },
  { language: 'de', scheme: 'light', width: 360 },
  { language: 'en', scheme: 'dark', width: 360 },
] as const

/** Stores language and scheme. The browser prefers the opposite scheme. */
export async function choose(page: Page, { language, scheme, width }: (typeof looks)[number]) {
  await page.setViewportSize({ width, height: 800 })
  const colorScheme = scheme === 'dark' ? 'light' : 'dark'
  await page.emulateMedia({ colorScheme })
  await page.evaluate(
    ([lang, chosen]) => {
      localStorage.setItem('lang', lang)
      localStorage.setItem('scheme', chosen)
    },
    [language, scheme] as const,
  )
}
