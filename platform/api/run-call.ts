import * as v from 'valibot'
import { type Call, type CallName, calls } from '../../src/api/contract.ts'
import { holdsNul } from '../http/nul.ts'
import type { Identity } from '../identity/identity.ts'
import { Refusal } from '../refusal.ts'
import { readText } from './body.ts'
import { type CallContext, publicCalls, type Services } from './context.ts'
import type { Member } from './directory.ts'
import { handlers } from './handlers.ts'
import type { Idempotency } from './idempotency.ts'
import { type Outcome, success } from './outcome.ts'

export interface CallNeeds {
  services: Services
  identity: Identity
  idempotency: Idempotency
  /** Parse answers by the contract before they are given, as tests do. */
  checkAnswers: boolean
}

export interface Asked {
  /** @param name in lower case */
  header(name: string): string | undefined
  /** With its query. */
  path: string
  /** Path and query parameters that were given. */
  params: Record<string, string | undefined>
  address: string
  body: ReadableStream<Uint8Array> | null
  /** Told who it is, for the log. */
  onMember(userId: string): void
}

const longestParameter = 200
const parameters = new Map<Call, string[]>()

/**
 * Answers one call: who asks, with what, and then its handler.
 *
 * @throws Refusal for whatever the contract has a code for
 */
export async function runCall(name: CallName, asked: Asked, needs: CallNeeds): Promise<Outcome> {
  const call: Call = calls[name]
  const { address } = asked
  const { services, idempotency } = needs
  const isPublic = publicCalls.some(open => open === name)
  const bearer = isPublic ? undefined : await authenticate(asked, needs)
  const params = readParams(call, asked.params)
  const text = call.body ? await readText(asked.body, services.clock) : ''
  // Only now: a slow body must not carry an answer to before the event's end.
  const now = new Date(services.clock.now())
  const member = await bearer?.resolve()
  const body = call.body && readBody(call.body, text)

  const context = { ...services, params, body, member, grantId: bearer?.grantId, address, now }
  const run = async () => {
    // The context is made of the same call's schemas; the table of handlers cannot say so.
    const handler = handlers[name] as (context: unknown) => Promise<unknown>
    return success(call, await handler(context satisfies LooseContext), needs.checkAnswers)
  }

  const key = asked.header('idempotency-key')
  if (call.method === 'GET' || !key || !member) return run()
  if (key.length > longestParameter)
    throw new Refusal('VALIDATION_FAILED', 'the idempotency-key is longer than 200 characters')
  const content = `${call.method} ${asked.path}\n${text}`
  return idempotency.once({ userId: member.user.id, key, content }, async () => run())
}

type LooseContext = Omit<CallContext<CallName>, 'params' | 'body' | 'member'> & {
  params: Record<string, string>
  body: unknown
  member: Member | undefined
}

/** @returns the sign-in's grant, where it is known, and what finds out who it is */
async function authenticate({ header, onMember }: Asked, needs: CallNeeds) {
  const [, token] = /^bearer +(\S+)$/i.exec(header('authorization') ?? '') ?? []
  const claims = token ? await needs.identity.check(token) : null
  if (!token || !claims)
    throw new Refusal(
      'NOT_AUTHORIZED',
      token ? 'the token is not valid (any more)' : 'sign in first',
    )
  const resolve = async (): Promise<Member> => {
    const member = await needs.services.directory.resolve(token, claims)
    onMember(member.user.id)
    return member
  }
  return { grantId: claims.grantId, resolve }
}

function readParams(call: Call, given: Asked['params']): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of namesOf(call)) {
    const value = given[name]
    if (!value) throw new Refusal('VALIDATION_FAILED', `the parameter '${name}' is missing`)
    if (value.length > longestParameter || value.includes('\0'))
      throw new Refusal('VALIDATION_FAILED', `the parameter '${name}' is no name`)
    params[name] = value
  }
  return params
}

/** The parameters of a call: of its path, and of its query. */
function namesOf(call: Call): string[] {
  const known = parameters.get(call)
  if (known) return known
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const names = [...inPath, ...(call.query ?? [])]
  parameters.set(call, names)
  return names
}

function readBody(schema: v.GenericSchema, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('VALIDATION_FAILED', 'the body is no JSON')
  }
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return withoutNul(parsed.output)
  const [issue] = parsed.issues
  const field = v.getDotPath(issue)
  throw new Refusal('VALIDATION_FAILED', field ? `${field}: ${issue.message}` : issue.message)
}

/** PostgreSQL's text holds every character but this one. */
function withoutNul(body: unknown): unknown {
  if (!holdsNul(body)) return body
  throw new Refusal('VALIDATION_FAILED', 'the body holds a NUL character')
}
