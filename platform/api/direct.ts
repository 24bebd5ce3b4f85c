import type { IncomingMessage, ServerResponse } from 'node:http'
import { type CallName, calls } from '../../src/api/contract.ts'
import type { Answered } from './answered.ts'
import type { Outcome } from './outcome.ts'
import { type Reply, replyTo } from './reply.ts'
import { type CallNeeds, runCall } from './run-call.ts'

interface Needs {
  options: CallNeeds
  finish(answered: Answered): Record<string, string>
  outcomeOf(error: unknown): Outcome
}

interface Route {
  name: CallName
  /** With a group for each parameter of the path. */
  shape: RegExp
}

/**
 * Answers the contract's reads from socket to socket. Nearly every request is one of them, by
 * thousands who poll, and Request, Response and their headers cost more than what is asked for.
 * Those of other origins go the usual way, with its CORS.
 */
export function createDirect({ options, finish, outcomeOf }: Needs) {
  const fixed = new Map<string, CallName>()
  const routes: Route[] = []
  for (const name of Object.keys(calls) as CallName[]) {
    const { method, path } = calls[name]
    if (method !== 'GET') continue
    const plain = path.replace(/\/$/, '')
    const shape = new RegExp(`^${plain.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    if (plain.includes('{')) routes.push({ name, shape })
    else fixed.set(plain, name)
  }

  const find = (path: string): { name: CallName; inPath: Record<string, string> } | null => {
    const name = fixed.get(path)
    if (name) return { name, inPath: {} }
    for (const route of routes) {
      const found = route.shape.exec(path)
      if (found) return { name: route.name, inPath: decoded(found.groups ?? {}) }
    }
    return null
  }

  return (incoming: IncomingMessage, outgoing: ServerResponse): boolean => {
    const { method, url = '', headers } = incoming
    if (method !== 'GET' || headers.origin !== undefined) return false
    const [path = '', query] = url.split('?', 2)
    const found = find(path.endsWith('/') ? path.slice(0, -1) : path)
    if (!found) return false

    const begun = performance.now()
    let userId: string | undefined
    const { name, inPath } = found
    const header = (one: string) => headers[one] as string | undefined
    const asked = {
      ...{ header, path: url, params: { ...parsed(query), ...inPath } },
      // Attempts are counted by address, and no read is one.
      address: '',
      body: null,
      onMember: (id: string) => {
        userId = id
      },
    }
    runCall(name, asked, options)
      .catch(outcomeOf)
      .then(outcome => replyTo({ method, header }, outcome))
      .then(reply => {
        const { status } = reply
        const givenId = header('x-request-id')
        const own = finish({ givenId, method, path, call: name, userId, status, begun })
        write(outgoing, reply, own)
      })
      .catch(error => {
        options.services.log.error({ err: error }, 'an answer could not be sent')
        outgoing.destroy()
      })
    return true
  }
}

function write(outgoing: ServerResponse, { status, headers, body }: Reply, own: Reply['headers']) {
  // A 304 tells of the length of what it does not bring, or not at all.
  const length = body === null ? {} : { 'content-length': Buffer.byteLength(body) }
  outgoing.writeHead(status, { ...headers, ...own, ...length })
  outgoing.end(body)
}

/** Of several values of a name, the first. */
function parsed(query: string | undefined): Record<string, string> {
  if (!query) return {}
  return Object.fromEntries([...new URLSearchParams(query)].reverse())
}

/** What is no encoding stands for itself. */
function decoded(groups: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(groups)) {
    if (!value.includes('%')) continue
    try {
      groups[name] = decodeURIComponent(value)
    } catch {}
  }
  return groups
}
