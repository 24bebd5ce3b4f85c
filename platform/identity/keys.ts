import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Database } from '../database/database.ts'
import { settingOr } from '../database/settings.ts'

export interface Keys {
  /** Private, ES256; signs ID and access tokens. */
  signing: JWK
  /** Signs the provider's cookies. */
  cookies: string[]
}

/** The provider's keys: made once, so that tokens and sessions outlive a restart. */
export async function loadKeys(database: Database): Promise<Keys> {
  return settingOr(database, 'identityKeys', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true })
    const kid = randomBytes(8).toString('base64url')
    const signing = { ...(await exportJWK(privateKey)), kid, alg: 'ES256', use: 'sig' }
    return { signing, cookies: [randomBytes(32).toString('base64url')] }
  })
}
