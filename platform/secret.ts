import { createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Database } from './database/database.ts'
import { settingOr } from './database/settings.ts'

/** A key for each use, so that a signature for one use is invalid for the others. */
export interface Secrets {
  /** Proves whom a bound flag belongs to. */
  flags: string
  /** Signs links to files. */
  files: string
  /** Seals tickets to desktops. */
  tickets: string
  /** Compares requests of one idempotency key. */
  idempotency: string
  /** Proves that a request comes from another replica. */
  replicas: string
}

/** Derives them from the event's secret, which is made once. */
export async function loadSecrets(database: Database): Promise<Secrets> {
  const make = () => randomBytes(32).toString('base64url')
  return deriveSecrets(await settingOr(database, 'eventSecret', make))
}

/** By HKDF (RFC 5869). */
export function deriveSecrets(secret: string): Secrets {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `guidon ${use}`, 32)).toString('base64url')
  return {
    flags: derive('flags'),
    files: derive('files'),
    tickets: derive('tickets'),
    idempotency: derive('idempotency'),
    replicas: derive('replicas'),
  }
}

/** Whether two texts are equal. The time does not depend on where they differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer')
  return timingSafeEqual(digest(given), digest(expected))
}

/** The same for texts that people type. Devices write the same letter in different forms of Unicode. */
export const isSameTyped = (given: string, expected: string): boolean =>
  isSameSecret(given.normalize('NFC'), expected.normalize('NFC'))

/** Chats add invisible characters to what is copied. The app leaves them out of flags, also those within an emoji. */
export const visible = (text: string): string => text.replace(/\p{Cf}/gu, '')

/** @returns base64url */
export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url')
