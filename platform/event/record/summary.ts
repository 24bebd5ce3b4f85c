import { hash } from 'node:crypto'
import { rowKey, slugPath } from '../challenge-key.ts'
import type { ChallengeDefinition, EventDefinition } from '../model.ts'
import { relativePaths } from './record.ts'

/**
 * An event in the form in which two versions of it are compared. It has no flag and no password, only digests of the
 * fields that may have them.
 */
export interface EventSummary {
  settings: Record<string, string>
  challenges: ChallengeSummary[]
}

interface ChallengeSummary {
  /** The `rowKey`. */
  key: string
  /** The `slugPath`. */
  path: string
  name: string
  points: string
  isHidden?: true
  /** By field. */
  digests: Record<string, string>
}

/** Settings that a line of changes shows as they are. */
const shown = [
  'name',
  'start',
  'end',
  'freeze',
  'postPlayEnd',
  'flagPrefix',
  'teamMode',
  'teamSize',
] as const
const compared = [
  'description',
  'difficulty',
  'tags',
  'flags',
  'hints',
  'requires',
  'files',
  'environment',
  'folder',
] as const

export function summaryOf(event: EventDefinition): EventSummary {
  const digest = (value: unknown) => {
    const text = JSON.stringify(value, relativePaths(event.folder))
    return hash('sha256', text ?? '', 'base64url').slice(0, 12)
  }
  const { folder, categories, challenges, ...settings } = event
  return {
    settings: Object.fromEntries(
      Object.entries({ ...settings, categories }).map(([field, value]) => [
        field,
        (shown as readonly string[]).includes(field) ? textOf(value) : digest(value),
      ]),
    ),
    challenges: challenges.map(challenge => ({
      key: rowKey(challenge.rowName),
      path: slugPath(challenge),
      name: challenge.name,
      points: pointsText(challenge),
      ...(challenge.isHidden && { isHidden: true as const }),
      digests: Object.fromEntries(
        compared.map(field => [field, digest({ [field]: challenge[field] })]),
      ),
    })),
  }
}

/** Two replicas with the same digest run the same event. */
export const digestOf = (summary: EventSummary) =>
  hash('sha256', JSON.stringify(summary), 'base64url').slice(0, 12)

const textOf = (value: unknown) =>
  value instanceof Date ? value.toISOString() : String(value ?? 'none')

const pointsText = ({ value }: ChallengeDefinition) =>
  value.kind === 'static' ? `${value.points}` : `${value.initial} to ${value.minimum}`

/** What differs between two versions of an event, a line each. */
export function eventChanges(before: EventSummary, after: EventSummary): string[] {
  const old = new Map(before.challenges.map(one => [one.key, one]))
  const now = new Set(after.challenges.map(({ key }) => key))
  const lines = Object.entries(after.settings).flatMap(([field, value]) => {
    const was = before.settings[field] ?? 'none'
    if (was === value) return []
    const isShown = (shown as readonly string[]).includes(field)
    return [isShown ? `~ ${field}: ${was} → ${value}` : `~ ${field}`]
  })
  for (const one of after.challenges) {
    const was = old.get(one.key)
    const changes = was && challengeChanges(was, one)
    if (!changes) lines.push(`+ ${one.path}: new${one.isHidden ? ', hidden' : ''}`)
    else if (changes.length > 0) lines.push(`~ ${one.path}: ${changes.join(', ')}`)
  }
  for (const { key, path } of before.challenges) if (!now.has(key)) lines.push(`- ${path}: gone`)
  return lines
}

function challengeChanges(before: ChallengeSummary, after: ChallengeSummary): string[] {
  const named: string[] = []
  if (before.path !== after.path) named.push(`was ${before.path}`)
  if (before.name !== after.name) named.push(`name '${before.name}' → '${after.name}'`)
  if (before.isHidden !== after.isHidden) named.push(after.isHidden ? 'hidden' : 'not hidden')
  if (before.points !== after.points) named.push(`points ${before.points} → ${after.points}`)
  const others = Object.entries(after.digests)
  return [
    ...named,
    ...others.flatMap(([field, digest]) => (before.digests[field] === digest ? [] : [field])),
  ]
}
