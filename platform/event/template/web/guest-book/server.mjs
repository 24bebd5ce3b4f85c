/** A guest book. Its flaw: it shows any entry whose number the visitor asks for. */
import { createServer } from 'node:http'

const { PORT = '8080', HOST = '127.0.0.1', FLAG = 'MYCTF{no-flag-here}' } = process.env

const entries = [`I was here first: ${FLAG}`, 'Nice place.', 'Too windy.', 'See you next year!']

createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://guest-book')
  const number = Number(searchParams.get('entry') ?? entries.length)
  const text = entries[number - 1] ?? 'There is no such entry.'
  response.writeHead(200, { 'content-type': 'text/plain' })
  response.end(`${entries.length} guests so far. /?entry=${number} says: ${text}\n`)
}).listen(Number(PORT), HOST)
