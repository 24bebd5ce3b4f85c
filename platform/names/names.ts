import { createHash } from 'node:crypto'
import { skeletonOf } from './confusables.ts'
import { isOfOneScript } from './scripts.ts'

/** A name of a team or a user that readers can take for no other. */
export interface Name {
  /** To be shown: NFC, with single spaces. */
  text: string
  /** What no other name may share: see `nameKeys`. */
  keys: string[]
}

/**
 * Reads a name by PRECIS (RFC 8264, its free-form class) and UTS 39: letters, digits, signs and emoji,
 * of one script, with nothing that cannot be seen.
 *
 * @returns null for what cannot be a name
 */
export function readName(given: string): Name | null {
  const text = tidy(given)
  return isName(text) ? { text, keys: nameKeys(text) } : null
}

/**
 * The keys of uniqueness: two names that differ in case, width, spacing or look-alikes only share one.
 * There are two, since a capital may look like what its small letter does not: `AIice` is `Alice`.
 *
 * @returns SHA-256, base64url: a skeleton may be longer than a key of an index
 */
export function nameKeys(given: string): string[] {
  const text = tidy(given).normalize('NFKC')
  const keys = new Set([text, fold(text)].map(one => fold(skeletonOf(one))))
  return [...keys].map(key => createHash('sha256').update(key).digest('base64url'))
}

/** What a user may type to sign in: any case and width of the name, but no look-alike of it. */
export const signInKey = (username: string): string =>
  username.trim().normalize('NFKC').toLowerCase()

/**
 * A name that another issuer gives, made fit to be shown: without what cannot be seen or turns the
 * text around it, and no longer than 100 characters.
 */
export function shownName(given: string): string {
  const seen = given.toWellFormed().replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, ' ')
  return [...tidy(seen)].slice(0, 100).join('')
}

const tidy = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

/** Without regard to case, also where an upper case has several letters or none of its own. */
const fold = (text: string) => text.toUpperCase().toLowerCase().normalize('NFKC')

/** Controls, what is not shown, line breaks, unassigned and private characters, and blank signs. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Joiners that spelling needs: between Arabic letters, and after the virama of Indic scripts. */
const joiners =
  /(?<=[\p{scx=Arab}&&\p{L}])\u200c(?=[\p{scx=Arab}&&\p{L}])|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gv
const emoji = /\p{RGI_Emoji}/gv
/** More marks on one letter than any language has, or one twice (UTS 39, 5.4). */
const heapedMarks = /[\p{Mn}\p{Me}]{5}|([\p{Mn}\p{Me}])\1/u

function isName(text: string): boolean {
  if (!text.isWellFormed()) return false
  const plain = text.replace(emoji, '☺').replace(joiners, '')
  return (
    !unseen.test(plain) &&
    seen.test(plain) &&
    !/^\p{M}/u.test(plain) &&
    !heapedMarks.test(plain.normalize('NFD')) &&
    isOfOneScript(plain.normalize('NFKC'))
  )
}
