import { createHash, randomBytes } from 'node:crypto'

/** The parts of a browser that a sign-in needs: it keeps cookies and does not follow redirects. */
export function createBrowser(language = 'en') {
  const cookies = new Map<string, { value: string; path: string }>()

  const go = async (url: string | URL, form?: Record<string, string>, headers = {}) => {
    const { pathname } = new URL(url)
    const cookie = [...cookies]
      .filter(([, { path }]) => pathname.startsWith(path))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie, 'accept-language': language, ...headers },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = pair.split(/=(.*)/)
      const path = attributes.find(text => text.startsWith('path='))?.slice(5) ?? '/'
      if (value) cookies.set(name, { value, path })
      else cookies.delete(name)
    }
    return response
  }
  return { go, cookies }
}

export type Browser = ReturnType<typeof createBrowser>

export const proof = () => {
  const verifier = randomBytes(32).toString('base64url')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, challenge }
}

export function authorizationUrl(
  origin: string,
  challenge: string,
  parameters: Record<string, string> = {},
): URL {
  const url = new URL(`${origin}/oidc/auth`)
  const asked = {
    client_id: 'guidon',
    response_type: 'code',
    redirect_uri: `${origin}/auth/redirect`,
    scope: 'openid profile offline_access',
    state: 'a-state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  }
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value)
  return url
}

/** Where the form of the sign-in page goes. */
async function formAddress(response: Response): Promise<string | undefined> {
  const html = await response.clone().text()
  return /<form method="post" action="([^"]+\/sign-in)"/.exec(html)?.[1]
}

/** Follows redirects within the provider until a page or the app's own path. The address of a form is where it goes. */
export async function follow(browser: Browser, origin: string, url: string | URL) {
  let address = new URL(url, origin)
  for (let hop = 0; hop < 10; hop++) {
    if (address.pathname === '/auth/redirect') return { address, response: null }
    const response = await browser.go(address)
    const location = response.headers.get('location')
    if (location) address = new URL(location, address)
    else return { address: new URL((await formAddress(response)) ?? address, address), response }
  }
  throw new Error(`too many redirects, the last one to ${address}`)
}

export async function exchange(origin: string, form: Record<string, string>) {
  const response = await fetch(`${origin}/oidc/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ client_id: 'guidon', ...form }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** A new browser at the sign-in page. */
export async function openSignIn(origin: string, parameters: Record<string, string> = {}) {
  const browser = createBrowser()
  const { verifier, challenge } = proof()
  const { address } = await follow(browser, origin, authorizationUrl(origin, challenge, parameters))
  return { browser, page: address, verifier }
}

/** Sends the form of the page that ends a session. */
export function confirmSignOut(browser: Browser, origin: string, html: string): Promise<Response> {
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(html)?.[1] ?? ''
  return browser.go(`${origin}/oidc/session/end/confirm`, { xsrf, logout: 'yes' })
}

/** A whole sign-in: page, form, code, tokens. */
export async function signIn(
  browser: Browser,
  origin: string,
  username: string,
  password: string,
  action = 'signIn',
  more: Record<string, string> = {},
) {
  const { verifier, challenge } = proof()
  const page = await follow(browser, origin, authorizationUrl(origin, challenge))
  const response = await browser.go(page.address, { username, password, action, ...more })
  const location = await nextOf(response)
  if (!location) throw new Error(`the form was answered with ${response.status}`)
  const { address } = await follow(browser, origin, new URL(location, page.address))
  return redeem(origin, address, verifier)
}

/** Asks the API whose token this is. */
export const askUser = (origin: string, token: string): Promise<Response> =>
  fetch(`${origin}/v1/user`, { headers: { authorization: `Bearer ${token}` } })

/** The next address of a browser: from a redirect, or from the end of the page that shows a place in the queue. */
export async function nextOf(response: Response): Promise<string | null> {
  const location = response.headers.get('location')
  if (location || response.status !== 200) return location
  const [, address] =
    /http-equiv="refresh" content="0;url=([^"]*)"/.exec(await response.text()) ?? []
  return address?.replaceAll('&amp;', '&') ?? null
}

export async function redeem(origin: string, address: URL, verifier: string) {
  const code = address.searchParams.get('code')
  if (!code) throw new Error(`no code in ${address}`)
  const { body } = await exchange(origin, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: `${origin}/auth/redirect`,
  })
  return body as {
    access_token: string
    refresh_token: string
    id_token: string
    expires_in: number
  }
}
