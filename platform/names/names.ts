import { hash } from 'node:crypto'
import { skeletonOf } from './confusables.ts'
import { isOfOneScript } from './scripts.ts'

/** A name of a team or a user that cannot be confused with another name. */
export interface Name {
  /** As it is shown: NFC, with single spaces. */
  text: string
  /** No other name may have one of these: see `nameKeys`. */
  keys: string[]
}

/**
 * Reads a name by PRECIS (RFC 8264, its free-form class) and UTS 39: letters, digits, signs and emoji,
 * of one script, without invisible characters.
 *
 * @returns null if it cannot be a name
 */
export function readName(given: string): Name | null {
  const text = normalize(given)
  return isName(text) ? { text, keys: nameKeys(text) } : null
}

/**
 * The keys of uniqueness. Two names share a key if they differ only in case, width, spacing or
 * look-alikes. A name has two keys, because a capital may look like another letter while its small
 * letter does not: `AIice` looks like `Alice`.
 *
 * @returns SHA-256, base64url, because a skeleton may be too long for an index
 */
export function nameKeys(given: string): string[] {
  const text = normalize(given).normalize('NFKC')
  const keys = new Set([text, fold(text)].map(one => fold(skeletonOf(one))))
  return [...keys].map(key => hash('sha256', key, 'base64url'))
}

/** The key of a username at sign-in. Case and width do not matter; look-alikes are different names. */
export const signInKey = (username: string): string =>
  username.trim().normalize('NFKC').toLowerCase()

/**
 * A name from an external issuer, as it can be shown: without invisible characters and those that
 * reverse text, and at most 100 characters long.
 */
export function shownName(given: string): string {
  const seen = given.toWellFormed().replace(/[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/gu, ' ')
  return [...normalize(seen)].slice(0, 100).join('')
}

const normalize = (text: string) =>
  text
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()

/** Removes case, also of letters whose upper case is several letters, or none. */
const fold = (text: string) => text.toUpperCase().toLowerCase().normalize('NFKC')

/** Control, invisible, unassigned, private and blank characters, and line breaks. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}]/u
const seen = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Joiners that spelling needs: between Arabic letters, and after the virama of Indic scripts. */
const joiners =
  /(?<=[\p{scx=Arab}&&\p{L}])\u200c(?=[\p{scx=Arab}&&\p{L}])|(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d]/gv
const emoji = /\p{RGI_Emoji}/gv
/** More marks on one letter than any language has, or the same mark twice (UTS 39, 5.4). */
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
