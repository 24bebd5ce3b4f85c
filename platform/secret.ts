import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from './database/open.ts'
import { settingOr } from './database/settings.ts'

/** The event's secret, made once: what proves bound flags and signs links to files. */
export const loadSecret = (database: Database): Promise<string> =>
  settingOr(database, 'eventSecret', () => randomBytes(32).toString('base64url'))

/** Whether two texts are equal, in a time that tells nothing of where they differ. */
export function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/** @returns base64url */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')
