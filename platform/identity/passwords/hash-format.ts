import { argon2Sync, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'

/**
 * Argon2id by OWASP's first figures: 19 MiB, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html
 */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const prefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '')
const messageOf = (password: string) => Buffer.from(password.normalize('NFC'))

/** @returns the PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$hash` */
export function hash(password: string): string {
  const nonce = randomBytes(16)
  const key = argon2Sync('argon2id', {
    message: messageOf(password),
    nonce,
    tagLength: 32,
    ...cost,
  })
  return `${prefix}${encode(nonce)}$${encode(key)}`
}

/** A hash of no password, so that a check takes as long for an unknown name. */
export const noHash = `${prefix}${'A'.repeat(22)}$${'A'.repeat(43)}`

/** Whether a hash is of this password. Also reads the older format `scrypt$N$r$p$salt$hash`. */
export function verify(password: string, hashed: string): boolean {
  const isScrypt = hashed.startsWith('scrypt$')
  const [expected, found] = isScrypt ? scryptPair(password, hashed) : argon2Pair(password, hashed)
  return expected.length === found.length && timingSafeEqual(expected, found)
}

/** Whether a hash is of another kind or cost than new ones. */
export const isOutdated = (hashed: string): boolean => !hashed.startsWith(prefix)

function argon2Pair(password: string, hashed: string) {
  const shape = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/
  const [, memory, passes, parallelism, salt = '', key = ''] = shape.exec(hashed) ?? []
  const expected = Buffer.from(key, 'base64')
  const found = argon2Sync('argon2id', {
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
  const cost = { N: Number(N), r: Number(r), p: Number(p) }
  // Node counts more than scrypt's own table, so it is given twice that.
  const options = { ...cost, maxmem: 256 * cost.N * cost.r }
  const expected = Buffer.from(key, 'base64url')
  const found = scryptSync(password.normalize('NFC'), Buffer.from(salt, 'base64url'), 32, options)
  return [expected, found] as const
}
