import * as v from 'valibot'
import { text } from '../../event/fields.ts'
import type { EventDefinition } from '../../event/model.ts'
import { parseTime } from '../../event/times.ts'
import { messageOf } from '../../log-errors.ts'
import { OrganiserRefusal } from '../command.ts'

/** A time as organisers write it. Absent: now. */
export const moment = v.optional(text, 'now')

/**
 * `now`, or what `event.yaml` takes: `2026-05-01T09:00:00Z`, `end - 1h`.
 *
 * @throws OrganiserRefusal
 */
export function momentOf(given: string, { start, end }: EventDefinition, now: Date): Date {
  try {
    return given === 'now' ? now : parseTime(given, { start, end })
  } catch (error) {
    throw new OrganiserRefusal(messageOf(error))
  }
}
