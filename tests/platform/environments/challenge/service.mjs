// A service that does all that it is asked to, like a service that an attacker has taken over.
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { userInfo } from 'node:os'

const hoard = []
const attempts = {
  environment: () => process.env,
  user: () => ({ ...userInfo(), uid: process.getuid() }),
  read: path => readFileSync(path, 'utf8'),
  list: path => readdirSync(path),
  write: path => writeFileSync(path, 'was here'),
  capacity: path => {
    const { bsize, blocks } = statfsSync(path)
    return (bsize * blocks) / 2 ** 20
  },
  descriptors: () => readdirSync('/proc/self/fd').length,
  processes: () =>
    readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .map(pid => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]),
  connect: address =>
    new Promise(resolve => {
      const [host, port] = address.split(' ')
      const socket = connect({ host, port: Number(port) })
      socket.setTimeout(2000, () => socket.destroy(new Error('timeout')))
      socket.on('connect', () => resolve('connected'))
      socket.on('error', error => resolve(error.code ?? error.message))
    }),
  allocate: megabytes => {
    for (let count = 0; count < Number(megabytes); count++) hoard.push(Buffer.alloc(2 ** 20, 1))
  },
  multiply: count => {
    for (let index = 0; index < Number(count); index++) {
      spawn('sleep', ['60']).on('error', () => {})
    }
  },
  exit: code => {
    console.error('going down')
    process.exit(Number(code))
  },
}

process.on('SIGTERM', () => {
  if (process.env.STUBBORN) return
  process.exit(0)
})

const server = createServer(async (request, response) => {
  const url = new URL(request.url ?? '/', 'http://service')
  try {
    const answer = await attempts[url.pathname.slice(1)](url.searchParams.get('of') ?? '')
    response.end(JSON.stringify({ answer: answer ?? null }))
  } catch (error) {
    response.end(JSON.stringify({ refused: error.code ?? error.message }))
  }
})
server.listen(Number(process.env.PORT), process.env.HOST)
