import { execFileSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCertificate } from '../../../platform/http/certificate.ts'
import { openHttpServer } from '../../../platform/http/server.ts'
import { isReachedDirectly, readOptions } from '../../../platform/options.ts'
import { makeCertificate } from '../../support/servers/certificate.ts'
import { askUser, authorizationUrl, createBrowser, proof, signIn } from '../core/sign-in-browser.ts'
import { refusalOf } from '../desktop/rfb.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { ask, pem } from './http2-client.ts'

const before = getCACertificates()
const certificate = pem(makeCertificate())
let platform: TestPlatform
let session: ClientHttp2Session
let folder: string
beforeAll(async () => {
  setDefaultCACertificates([...before, certificate.cert.toString()])
  folder = await mkdtemp(join(tmpdir(), 'guidon-tls-'))
  await writeFile(
    join(folder, 'index.html'),
    '<script type="application/json" id="app-config">{}</script>',
  )
  platform = await startPlatform({ listen: true, certificate, siteFolder: folder })
  session = connect(platform.origin)
})
afterAll(async () => {
  setDefaultCACertificates(before)
  session.destroy()
  await platform.close()
  await rm(folder, { recursive: true })
})

test('pages, calls and sign-in answer by HTTP/2, with the headers of every answer', async () => {
  const found = '/oidc/.well-known/openid-configuration'
  for (const path of ['/scoreboard', '/v1/metadata', found]) {
    const { status, headers } = await ask(session, { ':path': path })
    expect([path, status, headers['x-content-type-options']]).toEqual([path, 200, 'nosniff'])
    expect(headers['strict-transport-security']).toBeDefined()
  }
  const { text } = await ask(session, { ':path': found })
  expect(JSON.parse(text)).toMatchObject({ issuer: `${platform.origin}/oidc` })
})

test('a change is made by HTTP/2', async () => {
  const token = await platform.signIn('alice')
  const headers = { ':path': '/v1/teams', ':method': 'POST', authorization: `Bearer ${token}` }
  const { status } = await ask(session, headers, JSON.stringify({ name: 'Hawks' }))
  expect(status).toBe(204)
})

test('a client that speaks HTTP/1.1 signs in and is known to the API', async () => {
  const { origin } = platform
  const tokens = await signIn(createBrowser(), origin, 'bob', 'demo')
  const user = await (await askUser(origin, tokens.access_token)).json()
  expect(user).toMatchObject({ username: 'bob' })
})

test('cookies are for TLS alone', async () => {
  const { search } = authorizationUrl(platform.origin, proof().challenge)
  const { headers } = await ask(session, { ':path': `/oidc/auth${search}` })
  expect(headers['set-cookie']?.length).toBeGreaterThan(0)
  for (const cookie of headers['set-cookie'] ?? []) expect(cookie).toMatch(/; secure(;|$)/i)
})

test('the WebSocket of a desktop is found', async () => {
  // The socket gets as far as its ticket, which is refused.
  expect(await refusalOf(platform.origin, 'no-ticket')).toBe(401)
})

test('nobody can name another host for the sign-in', async () => {
  const forwarded = { 'x-forwarded-host': 'evil.example', ':authority': 'evil.example' }
  const path = '/oidc/.well-known/openid-configuration'
  const { text } = await ask(session, { ':path': path, ...forwarded })
  expect(text).not.toContain('evil.example')
})

test('a certificate that is read again is shown to who connects then', async () => {
  const own = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: true, certificate })
  own.serve({
    listener: (_, response) => void response.end('ok'),
    takesUpgrade: () => false,
    upgrade: ({ refuse }) => refuse(404),
  })
  const next = pem(makeCertificate())
  const shown = () =>
    new Promise<string>(resolve => {
      const options = { port: own.port, host: '127.0.0.1', rejectUnauthorized: false }
      const socket = connectTls(options, () => {
        resolve(socket.getPeerX509Certificate()?.toString() ?? '')
        socket.destroy()
      })
    })
  expect(await shown()).toBe(certificate.cert.toString())
  own.renew(next)
  expect(await shown()).toBe(next.cert.toString())
  await own.close()
})

test('a file that is no certificate, or of another key, is named', async () => {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await writeFile(certFile, certificate.cert)
  await writeFile(keyFile, pem(makeCertificate()).key)
  await expect(readCertificate({ certFile, keyFile })).rejects.toThrow(
    `${certFile} and ${keyFile} are not a certificate and its key: `,
  )
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await expect(readCertificate({ certFile, keyFile })).rejects.toThrow(
    `${certFile} and ${keyFile} are not a certificate and its key: the key is of another certificate`,
  )
  await writeFile(certFile, 'nonsense')
  await expect(readCertificate({ certFile, keyFile })).rejects.toThrow(certFile)
  const missing = join(folder, 'missing.pem')
  await expect(readCertificate({ certFile: missing, keyFile })).rejects.toThrow(
    `--tls-cert ${missing} cannot be read: ENOENT`,
  )
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await expect(readCertificate({ certFile: pipe, keyFile })).rejects.toThrow(
    `--tls-cert ${pipe} cannot be read: is not a file`,
  )
})

test.each([
  [['--tls-cert', 'a'], 'give both'],
  [['--tls-key', 'a'], 'give both'],
  [['--tls-cert', 'a', '--tls-key', 'b', '--origin', 'http://a.example'], 'https'],
  [['--tls-cert', 'a', '--tls-key', 'b', '--replica-url', 'http://10.0.0.1'], 'proxy'],
])('%j is refused', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(message)
})

const own = ['--tls-cert', 'a', '--tls-key', 'b']
const origin = ['--origin', 'https://a.example']
test.each([
  [[...own, ...origin], true],
  [own, false],
  [origin, false],
  [[...own, ...origin, '--trusted-proxies', '10.0.0.1'], false],
])('whether browsers reach the platform directly follows from %j', (args, isDirect) => {
  const options = readOptions(args, {})
  expect(options !== 'help' && isReachedDirectly(options)).toBe(isDirect)
})
