import { signInKey } from '../../names/names.ts'

/** Why a password is refused; the page has a sentence for each. */
export type PasswordRefusal = 'passwordShort' | 'passwordLong' | 'passwordCommon'

const minLength = 8
export const maxPasswordLength = 256

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Whether a new password is good enough: by length, and neither the username nor one of the 49,000
 * most common ones (NIST SP 800-63B, 3.1.1.2).
 *
 * @returns null if it is
 */
export async function passwordProblem(
  password: string,
  username: string,
): Promise<PasswordRefusal | null> {
  if ([...password.normalize('NFC')].length < minLength) return 'passwordShort'
  if (password.length > maxPasswordLength) return 'passwordLong'
  common ??= readCommon()
  const key = signInKey(password)
  return key === signInKey(username) || (await common).has(key) ? 'passwordCommon' : null
}

/** The list has half a megabyte, so it is read only when the first sign-in account is made. */
async function readCommon() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].map(signInKey))
}
