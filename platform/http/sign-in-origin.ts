import { isThisComputer } from './addresses.ts'

interface Address {
  /** The app's public address. */
  readonly origin: string
  /** The address to listen on. */
  readonly host: string
}

/**
 * Browsers have the cryptography of a sign-in on HTTPS and at their own computer only.
 *
 * @returns who cannot sign in at this address, and what to do; null: nothing is known against it
 */
export function whyNoSignIn({ origin, host }: Address): string | null {
  const { protocol, hostname } = new URL(origin)
  if (!isThisComputer(hostname))
    return protocol === 'https:'
      ? null
      : 'nobody can sign in: browsers need HTTPS for it (--tls-cert and --tls-key)'
  return isThisComputer(host)
    ? null
    : 'others cannot sign in: give --origin, with HTTPS (--tls-cert and --tls-key)'
}
