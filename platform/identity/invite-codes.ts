import { randomInt } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../database/database.ts'
import { inviteCodes } from '../database/schema.ts'

/** Without letters and digits that look like others. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const half = 5

/** Like `K7QXM-2WHRD`. */
export function makeInviteCode(): string {
  const letters = Array.from({ length: 2 * half }, () => alphabet[randomInt(alphabet.length)])
  return `${letters.slice(0, half).join('')}-${letters.slice(half).join('')}`
}

/** Reads a code as people type it: in lower case, without the dash, or with spaces. */
function normalize(given: string): string {
  const letters = given
    .slice(0, 100)
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
  return `${letters.slice(0, half)}-${letters.slice(half)}`
}

/**
 * For the transaction that creates the sign-in account.
 *
 * @returns false if there is no such code, or all its sign-in accounts have been created
 */
export async function useInviteCode(tx: Db, given: string): Promise<boolean> {
  const used = await tx
    .update(inviteCodes)
    .set({ left: sql`${inviteCodes.left} - 1`, used: sql`${inviteCodes.used} + 1` })
    .where(and(eq(inviteCodes.code, normalize(given)), gt(inviteCodes.left, 0)))
    .returning()
  return used.length > 0
}
