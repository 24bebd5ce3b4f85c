import { hash, randomBytes } from 'node:crypto'
import * as v from 'valibot'

/** Where the app sends browsers and asks for tokens. Absent: the issuer does not name it. */
export interface Endpoints {
  authorization_endpoint?: string | undefined
  token_endpoint?: string | undefined
  end_session_endpoint?: string | undefined
}

interface Asking {
  endpoints: Endpoints
  clientId: string
  /** What the app asks for. */
  scope: string
  /** The origin of the app. */
  origin: string
  /** Milliseconds. Default: 5000. */
  timeoutMs?: number
}

/** What is wrong in the issuer's settings of the client. */
export interface Problem {
  what: 'sign-in' | 'sign-out' | 'client' | 'cors'
  /** What the issuer said. */
  said: string
}

/** Without a session, the issuer should say that somebody must sign in first. */
const expected = [
  ...['login_required', 'interaction_required', 'consent_required'],
  'account_selection_required',
]
const ErrorAnswer = v.object({ error: v.string(), error_description: v.optional(v.string()) })

/**
 * Makes the requests that the app will make, without a user who signs in: the issuer's discovery document does not say
 * whether it knows the client, its addresses and its origin.
 *
 * @returns an empty list if nothing is wrong, or the issuer does not answer
 */
export async function findProblems(asking: Asking): Promise<Problem[]> {
  const answers = [askToSignIn(asking), askForTokens(asking), askToSignOut(asking)]
  const problems = (await Promise.all(answers.map(one => one.catch(() => [])))).flat()
  // All else follows from it.
  const client = problems.find(one => one.what === 'client')
  return client ? [client] : problems
}

async function askToSignIn(asking: Asking): Promise<Problem[]> {
  const { endpoints, clientId, scope, origin } = asking
  if (!endpoints.authorization_endpoint) return []
  const redirect = `${origin}/auth/redirect`
  const url = withQuery(endpoints.authorization_endpoint, {
    client_id: clientId,
    redirect_uri: redirect,
    response_type: 'code',
    scope,
    prompt: 'none',
    state: 'none',
    code_challenge_method: 'S256',
    code_challenge: hash('sha256', randomBytes(32), 'base64url'),
  })
  const response = await ask(asking, url)
  if (response.status >= 400) return [{ what: 'sign-in', said: await textOf(response) }]
  const sentTo = response.headers.get('location') ?? ''
  if (!sentTo.startsWith(redirect)) return []
  const { searchParams } = new URL(sentTo)
  const error = searchParams.get('error')
  if (!error || expected.includes(error)) return []
  const said = [error, searchParams.get('error_description')].filter(Boolean).join(': ')
  return [{ what: 'client', said }]
}

async function askForTokens(asking: Asking): Promise<Problem[]> {
  const { endpoints, clientId, origin } = asking
  if (!endpoints.token_endpoint) return []
  const response = await ask(asking, endpoints.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code: 'none',
      redirect_uri: `${origin}/auth/redirect`,
      code_verifier: 'none'.repeat(11),
    }),
  })
  const text = await textOf(response.clone())
  const answer = v.safeParse(ErrorAnswer, await response.json().catch(() => null))
  const error = answer.success ? answer.output.error : ''
  // An issuer that does not know the client cannot know its origins.
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return [{ what: 'client', said: text }]
  const allowed = response.headers.get('access-control-allow-origin')
  return allowed === '*' || allowed === origin
    ? []
    : [{ what: 'cors', said: `access-control-allow-origin: ${allowed ?? 'none'}` }]
}

async function askToSignOut(asking: Asking): Promise<Problem[]> {
  const { endpoints, clientId, origin } = asking
  if (!endpoints.end_session_endpoint) return []
  const url = withQuery(endpoints.end_session_endpoint, {
    client_id: clientId,
    post_logout_redirect_uri: `${origin}/`,
  })
  const response = await ask(asking, url)
  return response.status >= 400 ? [{ what: 'sign-out', said: await textOf(response) }] : []
}

function ask({ origin, timeoutMs = 5000 }: Asking, url: string, more: RequestInit = {}) {
  const signal = AbortSignal.timeout(timeoutMs)
  return fetch(url, { redirect: 'manual', headers: { origin }, signal, ...more })
}

function withQuery(address: string, query: Record<string, string>): string {
  const url = new URL(address)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const maxTextLength = 300

/** The page's words. */
async function textOf(response: Response): Promise<string> {
  const text = await response.text()
  const words = text
    .replace(/<(style|script|title)[^>]*>[^<]*<\/\1>|<[^>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return `${response.status} ${words}`.slice(0, maxTextLength)
}
