import { preferences } from '../../browser/preferences.ts'
import { showScheme } from '../../browser/show-scheme.ts'
import { accentProperties } from '../../domain/accent.ts'
import { ownName } from '../../domain/own-name.ts'
import { firstLocale } from '../../machines/locale/first.ts'
import { type Scheme, schemes } from '../../machines/scheme/events.ts'
import type { Brand } from '../contract.ts'
import { choosePicture } from './choose-picture.ts'
import { EVENT_NAME, pictureId } from './pictures.ts'

declare global {
  /** The page calls it where its templates end. Absent: no picture is shown. */
  var showFirstPicture: (() => void) | undefined
}

/**
 * Prepares what the page shows until the app's code is loaded. Language and colour scheme are set at once,
 * since the browser may draw the page's background before the rest of it has come.
 */
export function prepareFirstPicture() {
  const stored = preferences.read('scheme')
  const scheme = schemes.find(one => one === stored) ?? 'system'
  showScheme(scheme)
  const { locale } = firstLocale({
    stored: preferences.read('lang'),
    browser: navigator.languages,
  })
  document.documentElement.lang = locale
  const config = JSON.parse(document.getElementById('app-config')?.textContent ?? '')
  const wanted = choosePicture(config)
  globalThis.showFirstPicture = () => {
    // A policy that lacks its hash forbids the style, and then the picture would be a heap of text.
    const name = document.querySelector('style')?.sheet ? wanted : null
    const templates = document.querySelectorAll<HTMLTemplateElement>('template[data-picture]')
    for (const template of templates) {
      if (name && template.dataset.picture === pictureId(name, locale))
        show(document.importNode(template.content, true), scheme, config.event)
      template.remove()
    }
  }
}

function show(picture: DocumentFragment, scheme: Scheme, brand: Brand | null) {
  const name = brand?.name ?? ownName
  const isName = ({ textContent }: Element) => textContent === EVENT_NAME
  for (const element of picture.querySelectorAll<HTMLElement>('[data-style]')) {
    // The policy forbids the attribute itself.
    element.style.cssText = element.dataset.style ?? ''
    delete element.dataset.style
  }
  for (const element of picture.querySelectorAll(`[aria-label*="${EVENT_NAME}"]`))
    element.ariaLabel = element.ariaLabel?.replace(EVENT_NAME, () => name) ?? null
  for (const input of picture.querySelectorAll<HTMLInputElement>(`input[value="${scheme}"]`))
    input.checked = true
  for (const element of [...picture.querySelectorAll('span')].filter(isName)) {
    if (element.children.length > 0) continue
    element.textContent = name
    if (brand?.logoUrl) element.previousElementSibling?.replaceWith(logoOf(brand.logoUrl, element))
  }
  const outermost = picture.firstElementChild
  if (!(outermost instanceof HTMLElement)) return
  for (const [property, value] of Object.entries(
    brand?.accentColor ? accentProperties(brand.accentColor) : {},
  ))
    outermost.style.setProperty(property, value)
  // Nothing in it has an effect before the app takes its place.
  outermost.inert = true
  document.getElementById('root')?.append(picture)
}

/** As `EventMark` shows it, as high as the app's own mark. */
function logoOf(url: string, name: Element): HTMLImageElement {
  const image = new Image()
  image.alt = ''
  image.style.blockSize = name.previousElementSibling?.getAttribute('height') ?? ''
  image.src = url
  return image
}
