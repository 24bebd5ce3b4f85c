import { generateKeyPairSync } from 'node:crypto'

/** A Curve25519 key pair as WireGuard writes it: 32 bytes each, base64. */
export interface KeyPair {
  privateKey: string
  publicKey: string
}

export function createKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('x25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return { privateKey: toBase64(d), publicKey: toBase64(x) }
}

const toBase64 = (base64url: string) => Buffer.from(base64url, 'base64url').toString('base64')
