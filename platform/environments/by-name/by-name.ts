import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Endpoint } from '../../../src/api/contract.ts'
import { isUnavailable } from '../../database/outage.ts'
import { withoutBrackets } from '../../http/addresses.ts'
import type { Handlers, Upgrade } from '../../http/server.ts'
import type { Log } from '../../log.ts'
import { isSameSecret } from '../../secret.ts'
import type { Target } from '../driver.ts'
import { type Forwarded, requestHeaders } from './headers.ts'
import type { HostNames, NamedEndpoint } from './host-names.ts'
import { type Onward, proxyRequest } from './proxy-request.ts'
import { isWebSocket, proxyUpgrade } from './proxy-upgrade.ts'
import { refusalPage } from './refusal-page.ts'
import type { RefusalStatus } from './refusal-texts.ts'

/** An endpoint of an environment that runs here, and where the platform reaches it. */
export interface Reached {
  endpoint: Endpoint
  target: Target
}

/** Where an environment runs: here, or on the replica with this address, like `http://10.0.0.5:8080`. */
export type EnvironmentLocation = { endpoints: readonly Reached[] } | { replica: string | null }

export interface ByNameOptions {
  names: HostNames
  /** @returns null if no such environment runs */
  locationOf: (id: string) => Promise<EnvironmentLocation | null>
  /** Proves that a request comes from another replica. */
  secret: string
  /** Where the app is. */
  origin: string
  addressOf: (request: IncomingMessage) => string
  /** Requests and WebSockets under way at once. */
  maxRequests: number
  log: Log
}

/** Requests and WebSockets under way at once to one environment. */
const maxPerEnvironment = 100
/** A header that only another replica can fill in. It has looked up the environment, and asks this one. */
const replicaHeader = 'x-guidon-environment'

/**
 * Answers requests to the host names of environments: a reverse proxy. The app and its API answer all other
 * requests.
 */
export function createByName(options: ByNameOptions): ByName {
  const { names, locationOf, secret, origin, addressOf, maxRequests, log } = options
  const proto = new URL(origin).protocol.slice(0, -1)
  const underWay = new Map<string, number>()
  let all = 0

  /** The environment and endpoint that a request names; null: there can be none. */
  function namedBy({ headers }: IncomingMessage): NamedEndpoint | null {
    const named = names.read(headers.host)
    return named === 'unknown' ? null : named
  }

  /**
   * Counts a request, if there is room for another one.
   *
   * @param onAdmitted gets what to call when the request is over
   */
  function admit(request: IncomingMessage, onAdmitted: (release: () => void) => void): boolean {
    const id = namedBy(request)?.id ?? ''
    const own = underWay.get(id) ?? 0
    if (all >= maxRequests || own >= maxPerEnvironment) return false
    all++
    underWay.set(id, own + 1)
    onAdmitted(() => {
      all--
      const left = (underWay.get(id) ?? 1) - 1
      if (left > 0) underWay.set(id, left)
      else underWay.delete(id)
    })
    return true
  }

  async function find(request: IncomingMessage): Promise<Onward | RefusalStatus> {
    const named = namedBy(request)
    const location = named && (await locationOf(named.id))
    if (!named || !location) return 404
    const given = request.headers[replicaHeader]
    const isForwarded = typeof given === 'string' && isSameSecret(given, secret)
    const { [replicaHeader]: _, ...headers } = requestHeaders(
      request,
      isForwarded
        ? asForwarded(request)
        : { for: addressOf(request), host: hostOf(request), proto },
    )
    if ('endpoints' in location) {
      const { endpoint, target } = location.endpoints[named.index] ?? {}
      return target && endpoint?.protocol === 'http' ? { target, headers } : 404
    }
    // If two replicas each took the other for the owner, they would forward it for ever.
    if (isForwarded || !location.replica) return 502
    const { hostname, port } = new URL(location.replica)
    const target = { host: withoutBrackets(hostname), port: Number(port || 80) }
    return { target, headers: { ...headers, [replicaHeader]: secret } }
  }

  /** Logs what failed here. @returns the status to answer with */
  const statusOf = (error: unknown): RefusalStatus => {
    log.warn({ err: error }, 'a request to an environment could not be forwarded')
    return isUnavailable(error) ? 503 : 502
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    removeHeaders(response)
    const refuse = (status: RefusalStatus, error?: Error) => {
      // By HTTP/2, those of an answer stay although its status was refused.
      removeHeaders(response)
      if (error) log.info({ err: error, host: hostOf(request) }, 'an environment did not answer')
      const page = refusalPage(status, request.headers['accept-language'] ?? '', origin)
      response.writeHead(status, page.headers).end(page.body)
    }
    if (!admit(request, release => response.once('close', release))) return refuse(503)
    const found = await find(request).catch(statusOf)
    if (response.destroyed) return
    if (typeof found === 'number') return refuse(found)
    try {
      proxyRequest(request, response, found, refuse)
    } catch (error) {
      // A path or a header that HTTP does not have.
      refuse(400, error as Error)
    }
  }

  async function answerUpgrade(upgrade: Upgrade): Promise<void> {
    const { request, socket, refuse } = upgrade
    if (!admit(request, release => socket.once('close', release))) return refuse(503)
    const found = await find(request).catch(statusOf)
    if (socket.destroyed) return
    if (typeof found === 'number') return refuse(found)
    try {
      proxyUpgrade(upgrade, found)
    } catch {
      refuse(400)
    }
  }

  return {
    takes: request => names.read(request.headers.host) !== null,
    takesUpgrade: isWebSocket,
    listener: (request, response) => void answer(request, response),
    upgrade: upgrade => void answerUpgrade(upgrade),
  }
}

export interface ByName extends Handlers {
  /** Whether a request is for an environment. */
  takes(request: IncomingMessage): boolean
}

function removeHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) response.removeHeader(name)
}

const hostOf = ({ headers }: IncomingMessage): string => headers.host ?? ''

const asForwarded = ({ headers }: IncomingMessage): Forwarded => {
  const text = (name: string) => String(headers[`x-forwarded-${name}`] ?? '')
  return { for: text('for'), host: text('host'), proto: text('proto') }
}

/** Sends each request to the environments or to the platform, by the host that it names. */
export function withEnvironments(byName: ByName | null, platform: Handlers): Handlers {
  if (!byName) return platform
  const handlersOf = (request: IncomingMessage) => (byName.takes(request) ? byName : platform)
  return {
    listener: (request, response) => handlersOf(request).listener(request, response),
    takesUpgrade: request => handlersOf(request).takesUpgrade(request),
    upgrade: upgrade => handlersOf(upgrade.request).upgrade(upgrade),
  }
}
