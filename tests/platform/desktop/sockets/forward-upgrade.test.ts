import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { forwardToReplica } from '../../../../platform/desktop/files/forward-to-replica.ts'
import { forwardUpgradeToReplica } from '../../../../platform/desktop/forward-upgrade.ts'
import { openHttpServer } from '../../../../platform/http/server.ts'
import { listen } from '../../../support/servers/listen.ts'

const program = `
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => console.log(server.address().port))
`

/** The port of a process that is stopped: the kernel takes its first connections, and nobody answers them. */
async function startStopped(): Promise<number> {
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [port] = await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  return Number(port)
}

/** The port on which a server listens until the test is over. */
async function listenOn(server: Server): Promise<number> {
  onTestFinished(() => void server.close())
  return listen(server)
}

/** The answer to an upgrade that is forwarded to this port: its status and its body. */
async function forwardTo(port: number, limits: { connectMs?: number; answerMs?: number }) {
  const http = await openHttpServer({ host: '127.0.0.1', port: 0, isSecure: false })
  onTestFinished(() => http.close())
  http.serve({
    listener: (_, response) => void response.writeHead(404).end(),
    takesUpgrade: () => true,
    upgrade: one => forwardUpgradeToReplica(one, `http://127.0.0.1:${port}`, limits),
  })
  const page = new WebSocket(`ws://127.0.0.1:${http.port}/desktop/socket`)
  onTestFinished(() => page.terminate())
  page.on('error', () => {})
  const [, answer] = await once(page, 'unexpected-response')
  return [answer.statusCode, await text(answer)]
}

test('an upgrade to a replica whose host takes no connection is refused in time', async () => {
  const port = await startStopped()
  // One more than the backlog fits. The host drops what comes then.
  for (let filled = 0; filled < 2; filled++) {
    const filler = connect(port, '127.0.0.1').on('error', () => {})
    onTestFinished(() => void filler.destroy())
    await once(filler, 'connect')
  }
  expect(await forwardTo(port, { connectMs: 300, answerMs: 60_000 })).toEqual([503, ''])
})

test('so is one to a replica that takes the connection and says nothing', async () => {
  const port = await startStopped()
  expect(await forwardTo(port, { connectMs: 60_000, answerMs: 300 })).toEqual([503, ''])
})

test('one that is answered in time stays open for longer than an answer may take', async () => {
  const limits = { connectMs: 60_000, answerMs: 2000 }
  const other = createServer().on('upgrade', (_, socket) => {
    socket.on('error', () => {}).write('HTTP/1.1 401 No\r\ncontent-length: 2\r\n\r\n')
    // Another one is refused while this one stays open.
    void startStopped()
      .then(port => forwardTo(port, limits))
      .then(() => socket.end('no'))
  })
  expect(await forwardTo(await listenOn(other), limits)).toEqual([401, 'no'])
})

test('a request for a file of a desktop that gets no answer ends in time, one whose answer is slow goes on', async () => {
  const ask = (port: number) =>
    forwardToReplica(
      {
        method: 'GET',
        url: new URL('http://a/desktop/files/x'),
        address: '',
        body: null,
        header: () => undefined,
      },
      `http://127.0.0.1:${port}`,
      300,
    )
  const stopped = await startStopped()
  await expect(ask(stopped)).rejects.toThrow()
  const other = createServer((_, response) => {
    response.writeHead(200).write('begun, ')
    void ask(stopped).catch(() => response.end('ended'))
  })
  const { body } = await ask(await listenOn(other))
  expect(await text(body as ReadableStream)).toBe('begun, ended')
})
