import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { caddyProgram, startSampleCaddy } from '../../support/samples/caddy.ts'
import { nginxProgram, startSampleNginx } from '../../support/samples/nginx.ts'
import { listen } from '../../support/servers/listen.ts'

async function listening(server: Server): Promise<number> {
  const port = await listen(server)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return port
}

function tls(port: number, path: string, options: RequestOptions) {
  const sent = request(`https://127.0.0.1:${port}${path}`, {
    ...options,
    agent: false,
    rejectUnauthorized: false,
  })
  return { sent, response: once(sent, 'response') as Promise<[IncomingMessage]> }
}

const samples = [
  {
    name: 'nginx',
    program: nginxProgram,
    host: () => 'ctf.example.org',
    start: (upstream: number) => startSampleNginx([upstream]),
  },
  {
    name: 'Caddy',
    program: caddyProgram,
    host: (port: number) => `127.0.0.1:${port}`,
    start: startSampleCaddy,
  },
]

for (const { name, program, host, start } of samples)
  test.skipIf(!existsSync(program))(
    `the sample of ${name} passes on addresses, streams, WebSockets, parts of files and host names of environments (needs ${program})`,
    async () => {
      let stream: ServerResponse | undefined
      const upstream = createServer(async (incoming, response) => {
        if (incoming.url === '/v1/live') {
          stream = response
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
        } else if (incoming.method === 'PUT') {
          const parts = await incoming.toArray()
          response.end(`${Buffer.concat(parts).length}`)
        } else response.end(JSON.stringify(incoming.headers))
      })
      upstream.on('upgrade', (_incoming, socket) => {
        socket.write(
          'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
        )
        socket.pipe(socket)
      })
      const { port, close } = await start(await listening(upstream))
      onTestFinished(close)
      const named = { host: host(port) }
      const ask = (path: string, options: RequestOptions = {}) =>
        tls(port, path, { ...options, headers: { ...named, ...options.headers } })
      const get = async (path: string, headers = {}) => {
        const { sent, response } = ask(path, { headers })
        sent.end()
        const [answer] = await response
        return answer
      }
      await eventually(() => get('/').then(answer => answer.resume()))

      const seen = JSON.parse(await textOf(await get('/', { 'x-forwarded-for': '192.0.2.1' })))
      expect(seen).toMatchObject({
        ...named,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      })

      const events = await get('/v1/live')
      const [first] = await once(events.setEncoding('utf8'), 'data')
      expect(first).toBe('data: first\n\n')
      stream?.end('data: last\n\n')
      expect(await textOf(events)).toBe('data: last\n\n')

      // The platform sends nothing meanwhile, so only the proxy can notify it that the page is gone.
      const left = await get('/v1/live')
      const gone = once(stream as ServerResponse, 'close')
      left.destroy()
      await gone

      const { sent: put, response: taken } = ask('/desktop/files/x', { method: 'PUT' })
      put.end(Buffer.alloc(2 ** 20))
      expect(await textOf((await taken)[0])).toBe(`${2 ** 20}`)

      const upgrade = { connection: 'Upgrade', upgrade: 'websocket' }
      const { sent } = ask('/desktop', { headers: upgrade })
      sent.end()
      const [answer, socket] = await once(sent, 'upgrade')
      expect(answer.statusCode).toBe(101)
      socket.write('picture')
      expect(String((await once(socket, 'data'))[0])).toBe('picture')
      socket.destroy()

      const page = '0f3c0f3c0f3c40f38f3c0f3c0f3c0f3c.play.example.org'
      const own = { servername: page, headers: { host: page, 'x-forwarded-for': '192.0.2.1' } }
      const byName = tls(port, '/a%2Fb?c', own)
      byName.sent.end()
      expect(JSON.parse(await textOf((await byName.response)[0]))).toMatchObject({
        host: page,
        'x-forwarded-for': '127.0.0.1',
      })
      // More than the app takes.
      const large = tls(port, '/', { ...own, method: 'PUT' })
      large.sent.end(Buffer.alloc(3 * 2 ** 20))
      expect(await textOf((await large.response)[0])).toBe(`${3 * 2 ** 20}`)
      const joined = tls(port, '/', { ...own, headers: { ...own.headers, ...upgrade } })
      joined.sent.end()
      const [, wire] = await once(joined.sent, 'upgrade')
      wire.write('hello')
      expect(String((await once(wire, 'data'))[0])).toBe('hello')
      wire.destroy()
    },
  )

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of answer) text += part
  return text
}
