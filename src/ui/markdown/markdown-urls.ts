const linkable = new Set(['http:', 'https:', 'mailto:'])

const parse = (url: string) => URL.parse(url, document.baseURI)

/** The url as it was written, or '' if it could run code or lead out of the web. */
export const safeLink = (url: string) => (linkable.has(parse(url)?.protocol ?? '') ? url : '')

/** Leads to another site. */
export function isForeign(url: string) {
  const parsed = parse(url)
  return parsed?.protocol.startsWith('http') === true && parsed.origin !== location.origin
}

/** Only this site's own pictures are fetched: any other server would learn who reads the page. */
export function isOwnImage(url: string) {
  const parsed = parse(url)
  return parsed?.protocol.startsWith('http') === true && parsed.origin === location.origin
}
