import { sourceLanguage } from '../../src/domain/languages.ts'
import type { EventDefinition } from '../event/model.ts'
import { escapeHtml } from '../identity/pages/escape.ts'
import { brandOf } from './brand.ts'

/** Pictures that other sites show. They do not show SVG. */
const previewTypes = new Set(['image/png', 'image/jpeg', 'image/webp'])

/** In one line, and in English if there is such a text: services that make previews send no language. */
function descriptionOf({ details: { description } }: EventDefinition): string | null {
  const text = description?.[sourceLanguage] ?? Object.values(description ?? {})[0]
  return text?.replace(/\s+/g, ' ').trim() ?? null
}

/** Puts name and description of the event into the head of the app's page. */
export function withEventHead(html: string, event: EventDefinition, origin: string): string {
  const { name, logo } = event
  const description = descriptionOf(event)
  const image = logo && previewTypes.has(logo.type) ? brandOf(event, origin).logoUrl : null
  const properties: Record<string, string> = {
    'og:type': 'website',
    'og:title': name,
    'og:site_name': name,
    'og:url': `${origin}/`,
    'og:image': image ?? `${origin}/icon-512.png`,
    ...(description && { 'og:description': description }),
  }
  const tags = Object.entries(properties).map(
    ([property, content]) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
  )
  return html
    .replace(/<title>[^<]*<\/title>/, () =>
      [`<title>${escapeHtml(name)}</title>`, ...tags].join('\n    '),
    )
    .replace(/(<meta name="description" content=")[^"]*/, (given, open: string) =>
      description ? open + escapeHtml(description) : given,
    )
}

/** The built app's manifest with the event's name, so that the installed app is called after it. */
export function withEventName(manifest: string, event: EventDefinition): string {
  const description = descriptionOf(event)
  const filled = {
    ...(JSON.parse(manifest) as object),
    name: event.name,
    short_name: event.name,
    ...(description && { description }),
  }
  return JSON.stringify(filled)
}
