import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'

const tagLength = 16
const cipher = 'aes-256-ctr'
const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const digest = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest()
const ownerKeyFrom = (secret: string) => digest(secret, 'the owners of flags')
const tagOf = (secret: string, accountId: string, flagId: string) =>
  digest(secret, `${accountId}\n${flagId}`).subarray(0, tagLength)

/**
 * The proof in a bound flag, in base64url: a tag of 16 bytes, HMAC-SHA-256 of account and flag, and the
 * account's id, encrypted with the tag as its start. So a proof says whose it is, and the platform need not
 * go through all accounts. With a UUID it has 43 characters.
 */
export function proofOf(secret: string, accountId: string, flagId: string): string {
  const tag = tagOf(secret, accountId, flagId)
  const owner = createCipheriv(cipher, ownerKeyFrom(secret), tag).update(toBytes(accountId))
  return Buffer.concat([tag, owner]).toString('base64url')
}

/** @returns the account for which the proof of a flag was made; null: it was not made with this secret */
export function ownerOf(secret: string, flagId: string, proof: string): string | null {
  const bytes = Buffer.from(proof, 'base64url')
  // Other spellings of the same bytes are not flags.
  if (bytes.length <= tagLength || bytes.toString('base64url') !== proof) return null
  const tag = bytes.subarray(0, tagLength)
  const owner = createDecipheriv(cipher, ownerKeyFrom(secret), tag).update(
    bytes.subarray(tagLength),
  )
  const isMade = (accountId: string) => timingSafeEqual(tag, tagOf(secret, accountId, flagId))
  return idsOf(owner).find(isMade) ?? null
}

/** Proofs as older versions made them. Environments that those versions started still give such proofs. */
export const olderProofOf = (secret: string, accountId: string, flagId: string): string =>
  digest(secret, `${accountId}\n${flagId}`).toString('base64url')

const toBytes = (id: string) =>
  uuidShape.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : Buffer.from(id)

/** The ids that can have these bytes. */
function idsOf(bytes: Buffer): string[] {
  const text = bytes.toString('utf8')
  if (bytes.length !== 16) return [text]
  const uuid = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return [uuid, text]
}
