import type { IncomingMessage } from 'node:http'
import { clientAddress, type Networks, plainAddress } from '../http/addresses.ts'
import type { CompositionOptions } from './composition.ts'

/** Anybody who reaches the platform itself can send the header, and must not fill the log. */
const maxWarnings = 10

interface Options extends Pick<CompositionOptions, 'isBehindProxy' | 'log'> {
  trusted: Networks
}

/**
 * The address of a request that counts for the limits of sign-ins. The log names each proxy that is not trusted:
 * otherwise nothing says why many people are refused at once.
 */
export function addressForLimits({ isBehindProxy, log, trusted }: Options) {
  const named = new Set<string>()
  return (request: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const sender = plainAddress(request.socket.remoteAddress ?? '')
    const isOther =
      isBehindProxy && 'x-forwarded-for' in request.headers && !trusted.includes(sender)
    if (isOther && !named.has(sender) && named.size < maxWarnings) {
      named.add(sender)
      log.warn(
        { proxy: sender },
        'a request with X-Forwarded-For came from an address that --trusted-proxies does not name: if this is your proxy, all who come through it share the limits of one address',
      )
    }
    return clientAddress(request, trusted)
  }
}
