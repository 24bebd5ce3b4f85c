import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto'

/** A key pair of SSH. */
export interface SshKey {
  /** In OpenSSH's own format: older OpenSSH programs cannot read Ed25519 keys in any other. */
  secret: string
  /** The wire form of the public key, as base64. */
  public: string
}

/**
 * The keys of one desktop: the platform shows `client`, and the desktop shows `host`. They follow from the secret, so
 * that every replica has them and none stores them. A desktop gets its own host key only, which opens nothing.
 */
export function keysOf(secret: string, desktop: string): { host: SshKey; client: SshKey } {
  const seedOf = (kind: string) =>
    createHmac('sha256', secret).update(`desktop ssh ${kind}\n${desktop}`).digest()
  return { host: keyFromSeed(seedOf('host')), client: keyFromSeed(seedOf('client')) }
}

/** What comes before the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const kind = 'ssh-ed25519'

function keyFromSeed(seed: Buffer): SshKey {
  const key = createPrivateKey({
    key: Buffer.concat([pkcs8, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  const blob = Buffer.concat([field(kind), field(point)])
  const check = seed.subarray(0, 4)
  const inner = Buffer.concat([
    ...[check, check, field(kind), field(point)],
    ...[field(Buffer.concat([seed, point])), field('')],
  ])
  const padding = Buffer.from(
    Array.from({ length: (8 - (inner.length % 8)) % 8 }, (_, at) => at + 1),
  )
  const whole = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    ...[field('none'), field('none'), field('')],
    ...[number(1), field(blob), field(Buffer.concat([inner, padding]))],
  ])
  const lines = whole.toString('base64').match(/.{1,70}/g) ?? []
  const [begin, end] = ['BEGIN', 'END'].map(word => `-----${word} OPENSSH PRIVATE KEY-----`)
  return { secret: [begin, ...lines, end, ''].join('\n'), public: blob.toString('base64') }
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const field = (content: string | Buffer): Buffer =>
  Buffer.concat([number(Buffer.byteLength(content)), Buffer.from(content)])
