import type { IncomingMessage } from 'node:http'
import type { Bus } from '../bus.ts'
import type { CurrentEvent } from '../current-event.ts'
import { useExternalIssuer } from '../identity/external/issuer.ts'
import { createIdentity, type Identity } from '../identity/identity.ts'
import type { Limits } from '../limits/limits.ts'
import { signInKey } from '../names/names.ts'
import { Refusal } from '../refusal.ts'
import { brandOf } from '../site/brand.ts'
import { readFirstFiles } from '../site/page.ts'
import type { CompositionOptions } from './composition.ts'

interface Parts {
  bus: Bus
  event: CurrentEvent
  limits: Limits
  addressOf: (request: IncomingMessage) => string
}

/** The external issuer that the options name, or the embedded provider. */
export async function composeIdentity(
  options: CompositionOptions,
  { bus, event, limits, addressOf }: Parts,
): Promise<Identity> {
  const { issuer, clock, origin } = options
  if (issuer)
    return useExternalIssuer({ ...issuer, issuer: issuer.url, origin, clock, log: options.log })
  return createIdentity({
    database: options.database,
    bus,
    clock,
    log: options.log,
    origin,
    appOrigins: [origin, ...options.corsOrigins],
    appFiles: options.siteFolder ? await readFirstFiles(options.siteFolder) : [],
    brand: () => brandOf(event.current, ''),
    terms: () => event.current.details.terms,
    eventSignInAccounts: () => event.current.accounts,
    registration: () => event.current.registration ?? 'open',
    attempt: limitSignIns(limits, addressOf),
    register: request => unlessRefused(limits.register(addressOf(request))),
    renewal: async accountId =>
      (await unlessRefused(limits.renewal(accountId).then(() => true))) ?? false,
    visit: request => limits.visit(addressOf(request)),
  })
}

const limitSignIns =
  (limits: Limits, addressOf: (request: IncomingMessage) => string) =>
  (username: string, request: IncomingMessage) =>
    unlessRefused(limits.signIn(signInKey(username), addressOf(request)))

/** @returns null for a refusal */
const unlessRefused = <T>(counted: Promise<T>): Promise<T | null> =>
  counted.catch(error => {
    if (error instanceof Refusal) return null
    throw error
  })
