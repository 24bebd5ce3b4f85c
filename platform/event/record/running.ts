import { rowKey } from '../challenge-key.ts'
import { type LoadedEvent, loadEvent } from '../load.ts'
import type { ChallengeDefinition, EventDefinition } from '../model.ts'
import type { KnownItem } from './keep-ids.ts'
import type { EventRecord, KnownChallenge, LastingSettings } from './record.ts'
import { type EventSummary, eventChanges, summaryOf } from './summary.ts'

/** What runs, as an organiser compares it with a folder: without flags, passwords and texts. */
export interface RunningEvent {
  firstStart: string
  summary: EventSummary
  known: (Pick<KnownChallenge, 'rowName' | 'id' | 'place' | 'hintsTaken'> & {
    categorySlug: string
    slug: string
    name: string
    isHidden?: true
    category: string
    solved: [flagId: string, accounts: number][]
    /** These are absent if a platform of an older version answered. */
    requires?: string[]
    hints?: readonly KnownItem[]
    flags?: readonly KnownItem[]
    formerNames?: KnownChallenge['definition']['challenge']['formerNames']
  })[]
  settings: LastingSettings | null
  inUse: {
    accounts: number
    environments: number
    vpnPeers: number
    groups: [string, number][]
    /** These are absent if a platform of an older version answered. */
    firstSolve?: string | null
    firstLateSolve?: string | null
  }
}

export function runningEvent(
  event: EventDefinition,
  record: EventRecord,
  firstStart: Date,
): RunningEvent {
  const { settings, inUse } = record
  return {
    firstStart: firstStart.toISOString(),
    summary: summaryOf(event),
    known: record.challenges.map(({ definition, solved, ...one }) => ({
      rowName: one.rowName,
      id: one.id,
      place: one.place,
      hintsTaken: one.hintsTaken,
      categorySlug: definition.challenge.categorySlug,
      slug: definition.challenge.slug,
      name: definition.challenge.name,
      ...(definition.challenge.isHidden && { isHidden: true as const }),
      category: definition.category,
      solved: [...solved],
      requires: definition.requires,
      hints: one.hints,
      flags: one.flags,
      ...(definition.challenge.formerNames && { formerNames: definition.challenge.formerNames }),
    })),
    settings: settings && {
      ...settings,
      scoreGroups: settings.scoreGroups.map(group => ({ ...group, password: null })),
    },
    inUse: {
      ...inUse,
      groups: [...inUse.groups],
      firstSolve: inUse.firstSolve?.toISOString() ?? null,
      firstLateSolve: inUse.firstLateSolve?.toISOString() ?? null,
    },
  }
}

interface Compared extends LoadedEvent {
  changes: string[]
  /** The points of each challenge that stays as it was. What else these have is not known. */
  kept: ReadonlyMap<ChallengeDefinition, string>
}

/** What a reload of this folder would do to what runs. @throws EventError */
export async function compareWithRunning(
  folder: string,
  { firstStart, summary, known, settings, inUse }: RunningEvent,
): Promise<Compared> {
  const record: EventRecord = {
    challenges: known.map(
      ({ category, solved, requires = [], hints = [], flags = [], ...one }) => ({
        ...one,
        solved: new Map(solved),
        hints,
        flags,
        definition: { category, requires, challenge: withoutContent(one) },
      }),
    ),
    settings,
    inUse: {
      ...inUse,
      groups: new Map(inUse.groups),
      firstSolve: inUse.firstSolve ? new Date(inUse.firstSolve) : null,
      firstLateSolve: inUse.firstLateSolve ? new Date(inUse.firstLateSolve) : null,
    },
  }
  const loaded = await loadEvent(folder, { firstStart: new Date(firstStart), record })
  const next = summaryOf(loaded.event)
  const before = new Map(summary.challenges.map(one => [one.key, one]))
  const kept = loaded.event.challenges.filter(
    ({ rowName }) => !loaded.files.some(file => file.rowName === rowName),
  )
  const keptKeys = new Set(kept.map(({ rowName }) => rowKey(rowName)))
  const challenges = next.challenges.map(one =>
    keptKeys.has(one.key) ? (before.get(one.key) ?? one) : one,
  )
  return {
    ...loaded,
    changes: eventChanges(summary, { ...next, challenges }),
    kept: new Map(kept.map(one => [one, before.get(rowKey(one.rowName))?.points ?? ''])),
  }
}

const withoutContent = (
  path: Pick<ChallengeDefinition, 'categorySlug' | 'slug' | 'name' | 'isHidden' | 'formerNames'>,
): KnownChallenge['definition']['challenge'] => ({
  categorySlug: path.categorySlug,
  slug: path.slug,
  name: path.name,
  ...(path.isHidden && { isHidden: true as const }),
  ...(path.formerNames && { formerNames: path.formerNames }),
  description: '',
  difficulty: '',
  order: 0,
  folder: '',
  value: { kind: 'static', points: 0 },
  flags: [],
  tags: [],
  hints: [],
  files: [],
  environment: null,
})
