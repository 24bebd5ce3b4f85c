import { createServer } from 'node:http'
import Provider, { type ClientMetadata } from 'oidc-provider'
import { expect, onTestFinished, test } from 'vitest'
import { realClock } from '../../../platform/clock.ts'
import { useExternalIssuer } from '../../../platform/identity/external/issuer.ts'
import { createLog } from '../../../platform/log.ts'
import { listen } from '../../support/servers/listen.ts'

const origin = 'https://ctf.example.org'
const right: ClientMetadata = {
  client_id: 'guidon',
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
  redirect_uris: [`${origin}/auth/redirect`],
  post_logout_redirect_uris: [`${origin}/`],
}

/**
 * An issuer that is not ours, which knows this client. All pages may read its discovery document, as with most issuers.
 */
async function openIssuer(client: ClientMetadata, isReadable = true): Promise<string> {
  const server = createServer()
  const port = await listen(server)
  const issuer = `http://127.0.0.1:${port}`
  const provider = new Provider(issuer, {
    clients: [client],
    clientBasedCORS: () => isReadable,
    scopes: ['openid', 'profile', 'offline_access'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/sign-in' },
  })
  server.on('request', provider.callback())
  onTestFinished(() => void server.close())
  return issuer
}

/** The warnings in the log of a platform that uses this issuer. */
async function warningsFor(issuer: string): Promise<string[]> {
  const lines: string[] = []
  const log = createLog('warn', { write: line => void lines.push(JSON.parse(line).msg) })
  await useExternalIssuer({ issuer, clientId: 'guidon', origin, clock: realClock, log })
  return lines
}

test('of an issuer that is set up as it must be, the log says nothing', async () => {
  expect(await warningsFor(await openIssuer(right))).toEqual([])
})

test.each([
  [
    'another redirect URI',
    { ...right, redirect_uris: [`${origin}/callback`] },
    `register the client with the redirect URI ${origin}/auth/redirect`,
  ],
  [
    'no way back from a sign-out',
    { ...right, post_logout_redirect_uris: [] },
    `register the post-logout redirect URI ${origin}/`,
  ],
  ['another client', { ...right, client_id: 'other' }, 'register its id as a public client'],
  [
    'a client with a secret',
    {
      ...right,
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'x'.repeat(40),
    },
    'register its id as a public client',
  ],
] as const)(
  'the log says at the start what to change where the issuer has %s',
  async (_, client, advice) => {
    const issuer = await openIssuer({ ...client } as ClientMetadata)
    expect(await warningsFor(issuer)).toEqual([expect.stringContaining(advice)])
  },
)

test('so it does where only the tokens may not be read by pages of the app', async () => {
  const issuer = await openIssuer(right, false)
  expect(await warningsFor(issuer)).toEqual([
    expect.stringContaining(`allow the origin ${origin} at the issuer (CORS)`),
  ])
})

test('an issuer that answers its discovery only is used without a warning', async () => {
  const server = createServer(({ headers, url }, response) => {
    const issuer = `http://${headers.host}`
    const named = Object.fromEntries(
      ['authorization', 'token', 'end_session'].map(name => [`${name}_endpoint`, `${issuer}/cut`]),
    )
    if (url === '/cut') return void response.destroy()
    response.setHeader('access-control-allow-origin', '*')
    response.end(JSON.stringify({ issuer, jwks_uri: `${issuer}/keys`, ...named }))
  })
  const port = await listen(server)
  onTestFinished(() => void server.close())
  expect(await warningsFor(`http://127.0.0.1:${port}`)).toEqual([])
})
