import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** Hardness: 32 MiB of memory, three passes. */
const cost = { N: 2 ** 15, r: 8, p: 3 }

const derive = (password: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    const done = (error: Error | null, key: Buffer) => (error ? reject(error) : resolve(key))
    // Twice what scrypt needs, since Node counts more than the table itself.
    const maxmem = 256 * (options.N ?? 0) * (options.r ?? 0)
    scrypt(password.normalize('NFC'), salt, 32, { ...options, maxmem }, done)
  })

/** @returns `scrypt$N$r$p$salt$hash` */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, cost)
  const { N, r, p } = cost
  return ['scrypt', N, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$')
}

/**
 * Whether a password is the hashed one. Without a hash, since nobody has that name, it takes as
 * long and is false.
 */
export async function isPassword(password: string, hashed: string | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (hashed ?? (await placeholder)).split('$')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  const expected = Buffer.from(hash, 'base64url')
  const found = await derive(password, Buffer.from(salt, 'base64url'), options)
  return timingSafeEqual(found, expected) && hashed !== undefined
}

const placeholder = hashPassword(randomBytes(16).toString('hex'))
