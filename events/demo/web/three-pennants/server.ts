/**
 * The operations desk. Its flaws: a secret page that robots.txt names, flight plans that any
 * signed-in user may read, and sessions whose own header says how they are checked.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

const { PORT = '8080', HOST = '127.0.0.1' } = process.env
const none = 'GUIDON{no-flag-here}'
const {
  FLAG_BLUE_PENNANT = none,
  FLAG_YELLOW_PENNANT = none,
  FLAG_RED_PENNANT = none,
} = process.env
const key = randomBytes(32)

interface Claims {
  name: string
  role: string
}

const plans = new Map([
  [
    '4711',
    { pilot: 'The commander', route: 'Guidon Field to nowhere', remarks: FLAG_YELLOW_PENNANT },
  ],
  ['4712', { pilot: 'A. Rosin', route: 'Guidon Field, local', remarks: 'gliding, back for tea' }],
  ['4713', { pilot: 'B. Standarte', route: 'Guidon Field to the coast', remarks: 'none' }],
  ['4714', { pilot: 'You', route: 'Guidon Field, first solo', remarks: 'check the tyres' }],
])

createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://desk')
  if (request.method === 'POST' && pathname === '/sign-in') {
    const name = new URLSearchParams(await readBody(request)).get('name')?.slice(0, 60) || 'Student'
    const cookie = `session=${sign({ name, role: 'pilot' })}; Path=/; HttpOnly`
    response.writeHead(303, { location: '/', 'set-cookie': cookie }).end()
    return
  }
  if (pathname === '/robots.txt') {
    response.writeHead(200, { 'content-type': 'text/plain' })
    response.end('User-agent: *\nDisallow: /ground-crew/\n')
    return
  }
  const [status, body] = answer(pathname, readSession(request))
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(page(body))
}).listen(Number(PORT), HOST)

function answer(pathname: string, session: Claims | null): [number, string] {
  if (pathname === '/ground-crew/')
    return [200, `<p>Ground crew only. The blue pennant: <code>${FLAG_BLUE_PENNANT}</code></p>`]
  if (pathname === '/')
    return session
      ? [
          200,
          `<p>Welcome, ${escapeHtml(session.name)} (${escapeHtml(session.role)}).</p>
<p><a href="/plans/4714">Your flight plan</a> · <a href="/tower">The tower</a></p>`,
        ]
      : [
          200,
          '<form method="post" action="/sign-in"><input name="name"> <button>Sign in</button></form>',
        ]
  if (!session) return [401, '<p>Sign in first. <a href="/">To the desk</a></p>']
  const plan = plans.get(pathname.replace('/plans/', ''))
  if (plan)
    return [
      200,
      `<h2>Flight plan</h2><dl><dt>Pilot<dd>${plan.pilot}<dt>Route<dd>${plan.route}
<dt>Remarks<dd>${plan.remarks}</dl>`,
    ]
  if (pathname === '/tower')
    return session.role === 'commander'
      ? [200, `<p>Commander on deck! The red pennant: <code>${FLAG_RED_PENNANT}</code></p>`]
      : [
          403,
          `<p>The tower is for the role <em>commander</em>; yours is ${escapeHtml(session.role)}.</p>`,
        ]
  return [404, '<p>There is nothing here.</p>']
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const mac = (text: string) => createHmac('sha256', key).update(text).digest()

function sign(claims: Claims): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${mac(text).toString('base64url')}`
}

function readSession(request: IncomingMessage): Claims | null {
  const token = /(?:^|;\s*)session=([\w.-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  const [header = '', claims = '', signature = ''] = token.split('.')
  try {
    const { alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
    const { name, role } = JSON.parse(Buffer.from(claims, 'base64url').toString())
    const given = Buffer.from(signature, 'base64url')
    const expected = mac(`${header}.${claims}`)
    const valid = given.length === expected.length && timingSafeEqual(given, expected)
    return String(alg).toLowerCase() === 'none' || valid
      ? { name: String(name), role: String(role) }
      : null
  } catch {
    return null
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) if (body.length < 10_000) body += chunk
  return body
}

const page = (body: string) => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Operations desk</title>
<style>body{font:1rem/1.5 system-ui;max-width:40rem;margin:2rem auto}</style>
<h1>Operations desk</h1>${body}</html>`

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
