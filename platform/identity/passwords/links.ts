import { hash, randomBytes } from 'node:crypto'
import { isSameSecret } from '../../secret.ts'
import { mountPath } from '../embedded.ts'
import { isLinkHash, linkPrefix } from './hash-format.ts'

/** Below the provider's path. */
export const passwordPath = '/password'

const hashOf = (secret: string) => linkPrefix + hash('sha256', secret, 'base64url')

/** Whether this is the secret of the link. False if a password was chosen already. */
export const isLinkOf = (secret: string, stored: string): boolean =>
  isLinkHash(stored) && isSameSecret(hashOf(secret), stored)

export interface PasswordLink {
  /** It is shown once, and not stored. */
  url: string
  stored: string
}

/**
 * Makes a link for a sign-in account. It works once, and lets its owner choose the password.
 *
 * @param origin where participants find the platform
 */
export const makePasswordLink = (origin: string, username: string): PasswordLink =>
  linkWith(randomBytes(16).toString('base64url'), origin, username)

/**
 * Reads a link that was made before.
 *
 * @returns null if it is no link of this account and origin
 */
export function readPasswordLink(
  text: string,
  origin: string,
  username: string,
): PasswordLink | null {
  const secret = URL.canParse(text) ? new URL(text).searchParams.get('key') : null
  const link = secret ? linkWith(secret, origin, username) : null
  return link?.url === text ? link : null
}

function linkWith(secret: string, origin: string, username: string): PasswordLink {
  const url = new URL(mountPath + passwordPath, origin)
  url.search = String(new URLSearchParams({ user: username, key: secret }))
  return { url: url.href, stored: hashOf(secret) }
}
