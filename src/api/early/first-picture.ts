import { refetch } from '../../browser/files/import-file.ts'
import { preferences } from '../../browser/preferences.ts'
import { showLanguage, showScheme } from '../../browser/root-element.ts'
import { accentProperties } from '../../domain/accent.ts'
import { ownName } from '../../domain/text/own-name.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { type Scheme, schemeIn } from '../../machines/scheme/scheme.ts'
import type { Brand } from '../contract.ts'
import { choosePicture } from './choose-picture.ts'
import { keepClick } from './kept-click.ts'
import { EVENT_NAME, type PictureName, pictureId } from './pictures.ts'
import { renderedPage, reportPageShown, reportPictureShown } from './rendered-page.ts'

declare global {
  /** The page calls it where its templates end. Absent: no picture is shown. */
  var showFirstPicture: (() => void) | undefined
}

/**
 * Prepares what the page shows until the app's code is loaded. Language and colour scheme are set at once,
 * because the browser may draw the page's background before the rest of the page has come.
 */
export function prepareFirstPicture() {
  const scheme = schemeIn(preferences.read('scheme'))
  showScheme(scheme)
  const { locale } = firstLocale({
    stored: preferences.read('lang'),
    browser: navigator.languages,
  })
  showLanguage(locale)
  const config = JSON.parse(document.getElementById('app-config')?.textContent ?? '')
  const wanted = choosePicture(config)
  /** By their attribute `data-picture`. Null: they have not come yet. */
  let pictures: ReadonlyMap<string | undefined, DocumentFragment> | null = null
  let isLost = false
  const showOne = (name: PictureName | null) => {
    const picture = name && pictures?.get(pictureId(name, locale))
    if (!picture) return
    fillIn(picture, config.event)
    shown = show(picture, scheme, isLost)
  }
  let shown: HTMLElement | undefined
  const showPage = async () => {
    const page = await renderedPage().catch(() => null)
    // By now the app may be shown, or may have failed.
    const isWanted = page && !isLost && shown?.isConnected
    if (isWanted) shown = show(page, scheme, false)
    if (isWanted && shown) shown.dataset.rendered = ''
    reportPageShown(isWanted === true)
  }
  globalThis.showFirstPicture = () => {
    const templates = document.querySelectorAll<HTMLTemplateElement>('template[data-picture]')
    pictures = new Map([...templates].map(one => [one.dataset.picture, one.content]))
    for (const template of templates) template.remove()
    // If the policy lacks the style's hash, it forbids the style. Without it, the picture would be unreadable.
    if (!document.querySelector('style')?.sheet) return
    showOne(isLost ? 'noCode' : wanted)
    if (shown?.parentElement) keepClick(shown.parentElement)
    reportPictureShown()
    showPage()
  }
  onLoss(() => {
    isLost = true
    showOne('noCode')
  })
}

/** Calls back if the app's code does not come, or is cut off. */
function onLoss(listener: () => void) {
  const notice = ({ target }: Event) => {
    if (!(target instanceof HTMLScriptElement && target.type === 'module')) return
    listener()
    for (const { src, href } of document.querySelectorAll<HTMLScriptElement & HTMLLinkElement>(
      '[crossorigin]',
    ))
      refetch(src ?? href)
    addEventListener('online', () => location.reload())
  }
  // These events do not bubble.
  addEventListener('error', notice, { capture: true })
}

/** Puts name, mark and colour of the event into a picture that was made before they were known. */
function fillIn(picture: DocumentFragment, brand: Brand | null) {
  const name = brand?.name ?? ownName
  const isName = ({ textContent }: Element) => textContent === EVENT_NAME
  for (const element of picture.querySelectorAll(`[aria-label*="${EVENT_NAME}"]`))
    element.ariaLabel = element.ariaLabel?.replace(EVENT_NAME, () => name) ?? null
  for (const element of [...picture.querySelectorAll('span')].filter(isName)) {
    if (element.children.length > 0) continue
    element.textContent = name
    if (brand?.logoUrl) element.previousElementSibling?.replaceWith(logoOf(brand.logoUrl, element))
  }
  const outermost = picture.firstElementChild as HTMLElement
  for (const [property, value] of Object.entries(
    brand?.accentColor ? accentProperties(brand.accentColor) : {},
  ))
    outermost.style.setProperty(property, value)
}

function show(picture: DocumentFragment, scheme: Scheme, isLost: boolean) {
  for (const element of picture.querySelectorAll<HTMLElement>('[data-style]')) {
    // The policy forbids the attribute itself.
    element.style.cssText += element.dataset.style ?? ''
    delete element.dataset.style
  }
  for (const input of picture.querySelectorAll<HTMLInputElement>(`input[value="${scheme}"]`))
    input.checked = true
  const outermost = picture.firstElementChild as HTMLElement | null
  if (!outermost) return
  // A click has its effect when the app takes its place (`kept-click.ts`).
  outermost.inert = !isLost
  document.getElementById('root')?.replaceChildren(outermost)
  return outermost
}

/** As `EventMark` shows it, as high as the app's own mark. */
function logoOf(url: string, name: Element): HTMLImageElement {
  const image = new Image()
  image.alt = ''
  image.style.blockSize = name.previousElementSibling?.getAttribute('height') ?? ''
  image.src = url
  return image
}
