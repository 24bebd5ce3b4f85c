import { isLoopback } from '../limits/addresses.ts'

interface Address {
  /** The app's public address. */
  readonly origin: string
  /** The address to listen on. */
  readonly host: string
}

/**
 * Browsers offer the cryptography of a sign-in only on HTTPS and on their own computer.
 *
 * @returns who cannot sign in at this address, and what to do; null: no problem is known
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

/** As browsers see it: https://w3c.github.io/webappsec-secure-contexts/#localhost */
function isThisComputer(name: string): boolean {
  return /(^|\.)localhost$/.test(name) || isLoopback(name.replace(/^\[|\]$/g, ''))
}
