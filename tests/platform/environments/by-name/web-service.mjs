// A web service of a challenge that answers as the request says, correctly or not.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'

const server = createServer((request, response) => {
  // The client may go away within its body.
  answer(request, response).catch(() => response.destroy())
})

async function answer(request, response) {
  const { method, url, headers, rawHeaders } = request
  const path = new URL(url, 'http://x').pathname
  if (path === '/silent') return
  if (path === '/broken')
    return response.socket.end('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf')
  if (path === '/nonsense') return response.socket.end('HTTP/1.1 999999 no\r\n\r\n')
  if (path === '/odd-status')
    return response.writeHead(700, { 'set-cookie': 'a=1', 'content-encoding': 'br' }).end('x')
  if (path === '/another-protocol')
    return response.socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n',
    )
  if (path === '/huge')
    return response.socket.end(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`)
  if (path === '/drip') {
    response.write('first')
    await new Promise(resolve => request.resume().on('end', resolve))
    return response.end('last')
  }
  if (path === '/cookies') {
    const cookies = ['a=1; Domain=example.test; Path=/', 'b=2; HttpOnly;domain=.play.test', 'c=3']
    const more = { 'clear-site-data': '"cookies"', 'alt-svc': 'h3=":9"', 'keep-alive': 'timeout=9' }
    return response.writeHead(200, { 'set-cookie': cookies, ...more, 'x-own': 'kept' }).end()
  }
  const sum = createHash('sha256')
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    sum.update(chunk)
  }
  const body = JSON.stringify({ method, url, headers, rawHeaders, length, sha: sum.digest('hex') })
  response.writeHead(200, { 'content-type': 'application/json' }).end(body)
}
server.on('upgrade', (request, socket, head) => {
  socket.on('error', () => {})
  if (request.url === '/refused')
    return socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\nX-Why: x\r\n\r\nno')
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
  const accept = createHash('sha1').update(key).digest('base64')
  const head101 =
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n'
  const greeting = request.url === '/greets' ? 'hello' : ''
  socket.write(`${head101}Sec-WebSocket-Accept: ${accept}\r\n\r\n${greeting}`)
  socket.write(head)
  socket.pipe(socket)
})
server.listen(Number(process.env.PORT), process.env.HOST)
