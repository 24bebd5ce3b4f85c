import { type Report, warnOfUnknown } from './problems.ts'
import { notOneText, readMarkdown, readName } from './texts.ts'
import { asList, isRecord, isStructure } from './yaml-data.ts'
import type { Source } from './yaml-source.ts'

const difficulties =
  /^(warm-?up|baby|beginner|intro|very easy|easy|medium|hard|very hard|insane|expert)$/i

const html =
  /<(?:br|img|a|b|i|u|p|div|code|pre|ul|ol|li|h\d|span|details|center|iframe|font)\b[^>]*>/i

/** Our `difficulty`, or the tag that says it. */
export function readDifficulty(data: Record<string, unknown>, report: Report): string {
  const { difficulty } = data
  const isScalar = typeof difficulty === 'string' || typeof difficulty === 'number'
  if (isScalar) return readName(String(difficulty), ['difficulty'], report)
  return tagTexts(data).find(one => difficulties.test(one)) ?? ''
}

/** The tags that say neither difficulty nor category, each once. */
export function readTags(data: Record<string, unknown>, report: Report): string[] {
  const texts = tagTexts(data).filter(one => !difficulties.test(one) && one !== data.category)
  const read = texts.map(one => readName(one, ['tags'], report)).filter(one => one !== '')
  const tags = [...new Set(read)]
  if (tags.length > maxTags)
    report.warn(['tags'], `are more than ${maxTags}; those after the first ${maxTags} are left out`)
  return tags.slice(0, maxTags)
}

const maxTags = 20

const tagTexts = (data: Record<string, unknown>) =>
  asList(data.tags)
    .map(tag => (isRecord(tag) ? tag.value : tag))
    .filter(tag => typeof tag === 'string' || typeof tag === 'number')
    .map(String)

/**
 * The markdown that participants read. It begins with the description. Then come the address, if the service runs
 * on another host, and thanks.
 */
export function readDescription(
  source: Source,
  data: Record<string, unknown>,
  hasEnvironment: boolean,
  report: Report,
): string {
  const { description, connection_info: connection, attribution } = data
  const text = source.textAt(['description'])?.trimEnd() ?? ''
  const parts = [text]
  if (isStructure(description)) report.warn(['description'], `${notOneText}; it is left out`)
  if (html.test(text))
    report.warn(['description'], 'has HTML, which is shown as text; write it as Markdown')
  if (typeof connection === 'string' && connection.trim() && !hasEnvironment) {
    if (/\{.*\}|\$\w+|<\w+>/.test(connection))
      report.warn(['connection_info'], 'has a placeholder that nothing fills; it is not shown')
    else parts.push(connectionText(connection.trim()))
  }
  if (typeof attribution === 'string' && attribution.trim()) parts.push(`*${attribution.trim()}*`)
  const whole = parts.filter(part => part !== '').join('\n\n')
  return readMarkdown(whole, ['description'], report)
}

function connectionText(connection: string): string {
  return /^https?:\/\/\S+$/.test(connection) ? `<${connection}>` : `\`\`\`\n${connection}\n\`\`\``
}

/** Warns of fields that CTFd uses and this platform does not. */
export function reportWithoutEffect(data: Record<string, unknown>, report: Report) {
  const has = (field: string) => {
    const value = data[field]
    if (isRecord(value)) return Object.keys(value).length > 0
    return Array.isArray(value)
      ? value.length > 0
      : value !== undefined && value !== null && value !== ''
  }
  for (const [field, message] of Object.entries(withoutEffect))
    if (has(field)) report.warn([field], message)
  // They have their reasons, and nobody means them.
  const others = Object.entries(data).filter(([field]) => !Object.hasOwn(withoutEffect, field))
  warnOfUnknown(Object.fromEntries(others), known, [], report)
}

const withoutEffect: Record<string, string> = {
  attempts: 'has no effect: attempts are limited by rate for all challenges',
  next: 'has no effect: no challenge is recommended after another',
  host: 'has no effect: environments run where the platform runs them',
  module: 'has no effect: challenges are listed by category',
  translations: 'have no effect: a challenge has one text',
}

/** Fields that are read here, or that only the organiser's own tools read. */
const known = new Set([
  ...['name', 'slug', 'category', 'description', 'attribution', 'difficulty', 'order', 'position'],
  ...['type', 'value', 'extra', 'function', 'flags', 'flag', 'logic', 'files', 'tags', 'state'],
  ...['environment', 'image', 'protocol', 'connection_info', 'hints', 'requirements'],
  ...['id', 'author', 'authors', 'topics', 'version', 'healthcheck', 'solution', 'scripts'],
])
