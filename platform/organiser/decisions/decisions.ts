import type { Db } from '../../database/database.ts'
import { readSetting, writeSetting } from '../../database/settings.ts'
import type { HintDefinition } from '../../event/model.ts'
import type { Registration } from '../../identity/registration.ts'

/** What organisers decided while the event ran. It counts beside the files of the event, or instead of them. */
export interface Decisions {
  /** By `rowKey`: from when on a challenge is hidden or shown, earliest first. */
  challenges: Readonly<Record<string, readonly Step[]>>
  /** By `rowKey`: hints beside those of the challenge's file. */
  hints: Readonly<Record<string, readonly HintDefinition[]>>
  announcements: readonly Announced[]
  times: { readonly [name in MovableTime]?: MovedTime }
  /** Since when flags, hints and starts of environments are refused, as ISO 8601. Null: the event is not paused. */
  pausedSince: string | null
  registration: Registration
}

export interface Step {
  /** ISO 8601. */
  at: string
  isHidden: boolean
}

export interface Announced {
  id: string
  /** ISO 8601. From then on it is shown. */
  time: string
  importance: 'normal' | 'high'
  /** By language. */
  title: Record<string, string>
  text: Record<string, string>
}

export type MovableTime = 'end' | 'freeze' | 'postPlayEnd'

/** It counts only while the event's files still have the value `was`. Both are ISO 8601, or null for none. */
export interface MovedTime {
  was: string | null
  is: string | null
}

/** A message without content: the decisions have changed. */
export const decidedTopic = 'organiser.decided'

const key = 'organiserDecisions'
const none: Decisions = {
  challenges: {},
  hints: {},
  announcements: [],
  times: {},
  pausedSince: null,
  registration: 'open',
}

export async function readDecisions(db: Db): Promise<Decisions> {
  return { ...none, ...(await readSetting<Partial<Decisions>>(db, key)) }
}

export async function writeDecisions(tx: Db, value: Decisions): Promise<void> {
  await writeSetting(tx, key, value)
}
