/**
 * In the app's files, this replaces `property-information`, which knows every property of HTML, SVG, XML,
 * XLink and ARIA. A text needs the few of Markdown, which React calls as hast does.
 */
interface Info {
  readonly property: string
  readonly attribute: string
  /** Undefined: React has no name of its own for it, and takes the attribute. */
  readonly space?: string
}

export const html = { space: 'html' }
export const svg = { space: 'svg' }
/** Names that differ between hast and React; none of Markdown. */
export const hastToReact: Readonly<Record<string, string>> = {}

export function find(_schema: unknown, property: string): Info {
  const [, kind, rest = ''] = /^(aria|data)([A-Z]\w*)$/.exec(property) ?? []
  if (kind === 'aria') return { property, attribute: `aria-${rest.toLowerCase()}` }
  if (kind === 'data')
    return { property, attribute: `data${rest.replace(/[A-Z]/g, '-$&').toLowerCase()}` }
  return { property, attribute: property, space: 'html' }
}
