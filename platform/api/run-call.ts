import { calls } from '../../src/api/contract/every-call.ts'
import type { Call, CallName } from '../../src/api/contract.ts'
import { credentialsOf, type HttpRequest } from '../http/message.ts'
import type { Identity } from '../identity/identity.ts'
import { Refusal } from '../refusal.ts'
import { maxParameterLength, readBody, readParams } from './call-input.ts'
import { type CallReply, sharedUntil, success } from './call-reply.ts'
import type { CallContext, Services } from './context.ts'
import { AccountEnded, type Member } from './directory.ts'
import { handlers } from './handlers.ts'
import type { Idempotency } from './idempotency.ts'
import { readBodyText } from './read-body.ts'
import type { Route } from './routes.ts'

export interface CallNeeds {
  services: Services
  identity: Identity
  idempotency: Idempotency
  /** Parse answers by the contract before they are sent, as tests do. */
  checkAnswers: boolean
}

export interface CallRequest extends Route {
  request: HttpRequest
  /** Gets the id of the user who calls, for the log. */
  onUser(userId: string): void
}

/**
 * Answers one call: finds out who calls, reads the input, runs the handler.
 *
 * @throws Refusal if the contract has a code for the problem
 */
export async function runCall(
  { name, inPath, request, onUser }: CallRequest,
  needs: CallNeeds,
): Promise<CallReply> {
  const call: Call = calls[name]
  const { services, idempotency } = needs
  const { url } = request
  const bearer = call.isPublic ? undefined : await authenticate(request, needs)
  const params = readParams(call, inPath, url.searchParams)
  const text = call.body ? await readBodyText(request.body, services.clock) : ''
  // The time is taken only now, so that a slow body cannot count as sent before the event's end.
  const now = new Date(services.clock.now())
  const member = await bearer?.resolve()
  if (member) onUser(member.user.id)
  const body = call.body && readBody(call.body, text)

  const context = {
    ...services,
    params,
    body,
    member,
    grantId: bearer?.grantId,
    now,
    // It is found only when it is used, because nearly every request is a read, which does not need it.
    get address() {
      return request.address
    },
  }
  const runFor = async (who: typeof member) => {
    // The context comes from the same call's schemas, but the type of the table cannot express it.
    const handler = handlers[name] as (context: unknown) => Promise<unknown>
    if (who !== member) Object.assign(context, { member: who })
    const answer = await handler(context satisfies LooseContext)
    const shared = call.isShared ? sharedUntil(services.event.current.end, now) : undefined
    return success(call, answer, needs.checkAnswers, shared)
  }

  if (call.method === 'GET' || !bearer || !member) return runFor(member)
  const run = () =>
    runFor(member).catch(async error => {
      if (!(error instanceof AccountEnded)) throw error
      // Organisers have just merged the account with another one.
      services.directory.forgetUser(member.user.id, member.teamId ?? '')
      return runFor(await bearer.resolve())
    })
  if (services.event.current.isReadOnly)
    throw new Refusal('TIME_RESTRICTED', 'the event is over, and can only be read')
  await services.limits.change(member.user.id)
  const key = request.header('idempotency-key')
  if (!key) return run()
  if (key.length > maxParameterLength)
    throw new Refusal('VALIDATION_FAILED', 'the idempotency-key is longer than 200 characters')
  const content = `${call.method} ${url.pathname}${url.search}\n${text}`
  return idempotency.once({ userId: member.user.id, key, content }, run)
}

type LooseContext = Omit<CallContext<CallName>, 'params' | 'body' | 'member'> & {
  params: Record<string, string>
  body: unknown
  member: Member | undefined
}

/**
 * @returns the sign-in's grant, if it is known, when the token expires, in milliseconds since the epoch, and
 *   a function that finds the user
 */
export async function authenticate(
  request: HttpRequest,
  { identity, services }: Pick<CallNeeds, 'identity' | 'services'>,
) {
  const token = credentialsOf(request, 'bearer')
  const claims = token ? await identity.check(token) : null
  if (!token || !claims)
    throw new Refusal(
      'NOT_AUTHORIZED',
      token ? 'the token is not valid (any more)' : 'sign in first',
    )
  return {
    grantId: claims.grantId,
    expires: claims.expires * 1000,
    resolve: () => services.directory.resolve(token, claims),
  }
}
