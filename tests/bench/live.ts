/**
 * Live streams on one process, ten of each user: `npm run bench -- live`. It measures the memory of a stream, how
 * long news takes to all streams of a score group and to those of one account, and the processor time while nothing
 * happens. The open files of both processes must allow that many connections (`ulimit -n`).
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCount } from '../../scripts/command.ts'
import { createBench } from './benches.ts'

const ofUser = 10
const count = readCount(createBench('live'), 'streams', 'how many, ten of each user', 10_000)
const bound = { kilobytes: 10, newsMs: 1000, restShare: 0.1 }

interface Measured {
  rss: number
  heap: number
  cpu: number
  streams: number
}

const server = fork(join(import.meta.dirname, 'live/server.ts'), [String(count / ofUser)], {
  execArgv: ['--expose-gc'],
})
const [{ port, tokens }] = (await once(server, 'message')) as [{ port: number; tokens: string[] }]
const measure = async (): Promise<Measured> => {
  server.send({})
  for (;;) {
    const [message] = await once(server, 'message')
    if ('rss' in message) return message
  }
}

/** The usual further headers of a browser. */
const usual = [
  'connection: keep-alive',
  'sec-ch-ua-platform: "Linux"',
  'user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/152.0.0.0 Safari/537.36',
  'sec-ch-ua: "Chromium";v="152", "Not_A Brand";v="24", "Google Chrome";v="152"',
  'sec-ch-ua-mobile: ?0',
  'accept: */*',
  'sec-fetch-site: same-origin',
  'sec-fetch-mode: cors',
  'sec-fetch-dest: empty',
  `referer: http://127.0.0.1:${port}/challenge/web/guest-book`,
  'accept-encoding: gzip, deflate, br, zstd',
  'accept-language: en-GB,en;q=0.9,de;q=0.8',
]
  .map(line => `${line}\r\n`)
  .join('')

/** When each stream got a topic, by `performance.now()`. */
const heard = new Map<string, number[]>()
const sockets: Socket[] = []
const open = (token: string) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', reject)
    socket.on('data', chunk => {
      const text = chunk.toString('latin1')
      if (text.includes('retry:')) resolve()
      for (const [, topic = ''] of text.matchAll(/^event: (\w+)$/gm)) {
        const times = heard.get(topic) ?? []
        heard.set(topic, times)
        times.push(performance.now())
      }
    })
    socket.write(
      `GET /v1/live HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nauthorization: Bearer ${token}\r\n${usual}\r\n`,
    )
  })

// Opens some first, so that no cache grows during the measurement.
for (let number = 0; number < 100; number++) await open(tokens[number % tokens.length] ?? '')
for (const socket of sockets.splice(0)) socket.destroy()
await delay(2000)
const before = await measure()
for (let number = 0; number < count; number += 50) {
  const some = Array.from({ length: Math.min(50, count - number) }, (_, at) => number + at)
  await Promise.all(some.map(one => open(tokens[Math.floor(one / ofUser)] ?? '')))
}
await delay(3000)
const after = await measure()
const kilobytes = (key: 'rss' | 'heap') => (after[key] - before[key]) / after.streams / 1024

heard.clear()
const begun = performance.now()
server.send({ solve: 0 })
await delay(12_000)
const deliveries = (topic: string) => {
  const times = (heard.get(topic) ?? []).map(time => time - begun).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? Number.NaN)
  return { count: times.length, p50: at(0.5), p99: at(0.99), all: at(0.9999) }
}
const own = deliveries('solve')
const others = deliveries('scoreboard')

const restBegun = performance.now()
const rest = await measure()
await delay(20_000)
const restShare = ((await measure()).cpu - rest.cpu) / (performance.now() - restBegun)

const line = (of: string, { count: streams, p50, p99, all }: ReturnType<typeof deliveries>) =>
  `news to ${of}: ${streams} streams, p50 ${p50} ms, p99 ${p99} ms, all ${all} ms`
console.log(`${after.streams} streams`)
console.log(
  `memory of a stream: ${kilobytes('rss').toFixed(1)} KB of the process, of which heap ${kilobytes('heap').toFixed(1)} KB (at most ${bound.kilobytes})`,
)
console.log(`${line("the user's own account", own)} (p99 at most ${bound.newsMs})`)
console.log(line('the score group', others))
console.log(
  `while nothing happens: ${(restShare * 100).toFixed(1)} % of a core (at most ${bound.restShare * 100})`,
)

for (const socket of sockets) socket.destroy()
server.disconnect()
const isGood =
  after.streams === count &&
  others.count === count &&
  own.count === ofUser &&
  kilobytes('rss') <= bound.kilobytes &&
  own.p99 <= bound.newsMs &&
  others.p99 <= bound.newsMs &&
  restShare <= bound.restShare
process.exit(isGood ? 0 : 1)
