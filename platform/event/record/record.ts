import { relative, resolve } from 'node:path'
import type { EventSettings } from '../event-file.ts'
import type { ChallengeDefinition, EventDefinition, RowName } from '../model.ts'
import type { KnownItem } from './keep-ids.ts'

/**
 * What the database knows of an event from before. With it, a change of the files cannot take away what
 * participants did.
 */
export interface EventRecord {
  challenges: readonly KnownChallenge[]
  /** As the event last ran; null: it never ran. */
  settings: LastingSettings | null
  inUse: InUse
}

export interface KnownChallenge {
  rowName: RowName
  /** The id that its file gave; null: it gave none. */
  id: string | null
  /** Its folder, or its file where a folder has several; relative to the event's. */
  place: string
  /** As it was last read without mistakes. */
  definition: StoredChallenge
  /** How many accounts solved a flag, by the flag's id. */
  solved: ReadonlyMap<string, number>
  /** How many accounts took a hint. */
  hintsTaken: number
  hints: readonly KnownItem[]
  flags: readonly KnownItem[]
}

export interface StoredChallenge {
  /** The category's name. */
  category: string
  /** The `rowKey` of each challenge that it requires. */
  requires: string[]
  challenge: Omit<ChallengeDefinition, 'rowName' | 'requires'>
}

/** What cannot change while somebody plays. */
export type LastingSettings = Pick<
  EventSettings['event'],
  'teamMode' | 'flagPrefix' | 'scoreGroups'
> & {
  vpnPool: string
  /** Absent: it has no `event.yaml`, or an older version wrote this. */
  hasEventFile?: true
}

export interface InUse {
  accounts: number
  /** How many accounts are in a score group, by its slug. */
  groups: ReadonlyMap<string, number>
  /** Environments, each with the flags of its account. */
  environments: number
  /** Users with an address of the VPN. */
  vpnPeers: number
  /** Null: nobody solved anything. */
  firstSolve: Date | null
  /** The first flag that was submitted after the end, and gives no points; null: there is none. */
  firstLateSolve: Date | null
}

/** @param root the event's folder, absolute */
export function storedText(root: string, stored: StoredChallenge): string {
  return JSON.stringify(stored, relativePaths(root))
}

/** For `JSON.stringify`: makes paths relative to the event's folder, because the folder may move. */
export const relativePaths = (root: string) => (key: string, value: unknown) =>
  isPath(key, value) ? relative(root, value) : value

/** @param root the event's folder, absolute */
export function fromStored(root: string, value: unknown): StoredChallenge {
  return JSON.parse(JSON.stringify(value), (key, one) =>
    isPath(key, one) ? resolve(root, one) : one,
  )
}

const isPath = (key: string, value: unknown): value is string =>
  (key === 'folder' || key === 'path') && typeof value === 'string'

export function lastingSettings(
  event: Omit<EventDefinition, 'categories' | 'challenges' | 'folder' | 'logo'>,
  hasEventFile: boolean,
): LastingSettings {
  const { teamMode, flagPrefix, scoreGroups, vpn } = event
  const kept = { teamMode, flagPrefix, scoreGroups, vpnPool: vpn.pool }
  return hasEventFile ? { ...kept, hasEventFile } : kept
}
