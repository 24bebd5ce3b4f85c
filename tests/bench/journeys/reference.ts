import { once } from 'node:events'
import { createSecureServer, type Http2ServerRequest, type ServerHttp2Session } from 'node:http2'
import { gzipSync } from 'node:zlib'
import { listen } from '../../support/servers/listen.ts'

/**
 * A page that never changes, so that times of different hosts can be compared. Its files have about the bytes of
 * rCTF's: an empty page, then a script and a style sheet, then one answer of an API with what the page shows. It is
 * plain DOM. Its script is made from one seed, and each of its functions runs once. As with rCTF, nothing is painted
 * before that: rCTF's first paint came after 71 to 74 % of the time of its content.
 */
const SCRIPT_SIZE = 85_000
const STYLE_SIZE = 20_000
const ROWS = 150

/** Numbers below 2³², the same ones each time (xorshift). */
function createRandom() {
  let state = 0x9e3779b9
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** Parts that `make` returns, up to this compressed size. */
function filled(size: number, make: (index: number) => string): string {
  let text = ''
  for (let index = 0; ; index++) {
    text += make(index)
    if (index % 100 === 0 && gzipSync(text).length >= size) return text
  }
}

function functions(): string {
  const random = createRandom()
  const name = () => random().toString(36)
  return filled(SCRIPT_SIZE, index => {
    const [field, other, text] = [`_${name()}`, `_${name()}`, name()]
    const limit = random() % 12
    return `work[${index}]=(value)=>{const box={${field}:value+${random()},${other}:[]};
for(let turn=0;turn<${limit};turn++){if(turn%${(random() % 5) + 2})box.${other}.push('${text}'+turn);else box.${field}^=turn}
return box.${other}.length?box.${other}.join('${name()}').length:box.${field}}\n`
  })
}

const script = () => `const work=[];
${functions()}
let total=0;for(const one of work)total=(total+one(total))%1000003
const main=document.querySelector('main'),title=document.createElement('h1')
title.textContent='Reference';main.append(title)
const answer=await(await fetch('/answer.json')).json()
const list=document.createElement('ol')
for(const {name,points} of answer){const row=document.createElement('li'),link=document.createElement('a'),score=document.createElement('b')
link.href='#'+name;link.textContent=name;score.textContent=points+total%2
row.append(link,score);list.append(row)}
main.append(list)
`

const style = () => {
  const random = createRandom()
  return filled(STYLE_SIZE, () => {
    const size = (random() % 40) / 8
    return `.c${random().toString(36)}{margin:${size}rem;color:#${(random() % 0xffffff).toString(16)}}\n`
  })
}

const documentOf = (title: string, main: string, files = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">${files}</head>
<body><main>${main}</main></body></html>`

const page = documentOf(
  'Reference',
  '',
  '<link rel="stylesheet" href="/style.css"><script type="module" src="/script.js"></script>',
)

/** The smallest page. */
const line = documentOf('Line', '<p>One line.</p>')

const answer = () =>
  JSON.stringify(Array.from({ length: ROWS }, (_, row) => ({ name: `row ${row}`, points: row })))

/** Serves the page by HTTP/2 on a free port. */
export async function openReference(certificate: { key: string; cert: string }) {
  const files: Record<string, { type: string; body: Buffer }> = {
    '/': { type: 'text/html; charset=utf-8', body: gzipSync(page) },
    '/line': { type: 'text/html; charset=utf-8', body: gzipSync(line) },
    '/script.js': { type: 'text/javascript', body: gzipSync(script()) },
    '/style.css': { type: 'text/css', body: gzipSync(style()) },
    '/answer.json': { type: 'application/json', body: gzipSync(answer()) },
  }
  const server = createSecureServer({ ...certificate, allowHTTP1: true })
  const sessions = new Set<ServerHttp2Session>()
  server.on('session', session => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  server.on('request', ({ url }: Http2ServerRequest, response) => {
    const file = files[url]
    if (!file) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': file.type, 'content-encoding': 'gzip' })
    response.end(file.body)
  })
  const port = await listen(server)
  return {
    origin: `https://127.0.0.1:${port}`,
    async close() {
      for (const session of sessions) session.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
