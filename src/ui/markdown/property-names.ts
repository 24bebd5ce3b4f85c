/**
 * In the app's files, this replaces `property-information`, which knows every property of HTML, SVG, XML,
 * XLink and ARIA. A Markdown text needs only a few of them, and React and hast have the same names for
 * those.
 */
interface Info {
  readonly property: string
  readonly attribute: string
  /** Undefined if React has no name of its own for it, and takes the attribute's name. */
  readonly space?: string
}

export const html = { space: 'html' }
export const svg = { space: 'svg' }
/** Names that differ between hast and React. Markdown has none of them. */
export const hastToReact: Readonly<Record<string, string>> = {}

export function find(_schema: unknown, property: string): Info {
  const [, kind, rest = ''] = /^(aria|data)([A-Z]\w*)$/.exec(property) ?? []
  if (kind === 'aria') return { property, attribute: `aria-${rest.toLowerCase()}` }
  if (kind === 'data')
    return { property, attribute: `data${rest.replace(/[A-Z]/g, '-$&').toLowerCase()}` }
  return { property, attribute: property, space: 'html' }
}
