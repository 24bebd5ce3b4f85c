import crypto, { randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/**
 * Argon2id by OWASP's first figures: 19 MiB, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const argon2Prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
const messageOf = (password: string) => Buffer.from(password.normalize('NFC'))

/** Absent before Node 24.7. */
const argon2 = crypto.argon2Sync as typeof crypto.argon2Sync | undefined

/** Without Argon2. OWASP calls it as strong; it takes five times as long. */
const scryptCost = { N: 2 ** 14, r: 8, p: 5 }
const scryptPrefix = `scrypt$${scryptCost.N}$${scryptCost.r}$${scryptCost.p}$`

const prefix = argon2 ? argon2Prefix : scryptPrefix

/** @returns the PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`, or `scrypt$N$r$p$salt$hash` */
export function hash(password: string): string {
  return argon2 ? hashByArgon2(argon2, password) : hashByScrypt(password)
}

export function hashByScrypt(password: string): string {
  const salt = randomBytes(16)
  const key = scrypt(password, salt, scryptCost)
  return `${scryptPrefix}${salt.toString('base64url')}$${key.toString('base64url')}`
}

function hashByArgon2(argon2Sync: typeof crypto.argon2Sync, password: string): string {
  const nonce = randomBytes(16)
  const key = argon2Sync('argon2id', {
    message: messageOf(password),
    nonce,
    tagLength: 32,
    ...cost,
  })
  return `${argon2Prefix}${encode(nonce)}$${encode(key)}`
}

/** A hash of no password, so that a check takes as long for an unknown name. */
export const noHash = `${prefix}${'A'.repeat(22)}$${'A'.repeat(43)}`

export const linkPrefix = 'link$'
/** What is stored instead of a hash, until somebody has chosen a password by a link. */
export const isLinkHash = (stored: string): boolean => stored.startsWith(linkPrefix)

/** Whether a hash is of this password. @throws Error where it is of Argon2 and Node has none */
export function verify(password: string, hashed: string): boolean {
  // Refuses every password, and takes as long as for another sign-in account.
  if (isLinkHash(hashed)) return verify(password, noHash)
  const isScrypt = hashed.startsWith('scrypt$')
  const [expected, found] = isScrypt ? scryptPair(password, hashed) : argon2Pair(password, hashed)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Whether a hash is of another kind or cost than new ones. */
export const isOutdated = (hashed: string): boolean => !hashed.startsWith(prefix)

function argon2Pair(password: string, hashed: string) {
  if (!argon2) throw new Error('this password was hashed by Argon2, which Node has from 24.7 on')
  const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/
  const [, memory, passes, parallelism, salt = '', key = ''] = shape.exec(hashed) ?? []
  const expected = Buffer.from(key, 'base64')
  const found = argon2('argon2id', {
    message: messageOf(password),
    nonce: Buffer.from(salt, 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return [expected, found] as const
}

function scryptPair(password: string, hashed: string) {
  const [, N, r, p, salt = '', key = ''] = hashed.split('$')
  const expected = Buffer.from(key, 'base64url')
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  return [expected, scrypt(password, Buffer.from(salt, 'base64url'), cost)] as const
}

// Node counts more than scrypt's own table, so it is given twice that.
const scrypt = (password: string, salt: Uint8Array, cost: typeof scryptCost) =>
  scryptSync(messageOf(password), salt, 32, { ...cost, maxmem: 256 * cost.N * cost.r })
