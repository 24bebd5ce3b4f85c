/**
 * Stands between the world and one service: runs beside the service in its network namespace,
 * holds the ports that the platform opened outside, and carries what arrives there to the service's
 * own ports on the loopback interface. It also watches over the service: says when its ports
 * answer, how it ended, and ends it when it takes too much or when the platform is gone.
 *
 * The service cannot see this process (its process ids are its own), so that a taken-over service
 * cannot reach the sockets of the outer network that are open here.
 *
 * Plain JavaScript, for there is one relay to each environment: types that are stripped at start
 * would cost each of them 18 MB and 30 ms.
 *
 * Takes `{type: 'port', port}` with a listening server for each port, then `{type: 'run', …}`; gives
 * `{type: 'ready'}` and at last `{type: 'exit', reason}`.
 */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'
import { endAll, overLimit, processesOf } from './processes.mjs'
import { keepTail } from './tail.mjs'

/** How often the ports of a starting service are asked, and a running one is measured, in ms. */
const probeEvery = 20
const measureEvery = 500
const connectionsPerPort = 256

const servers = new Map()
let run
let service
let verdict = null
const tail = keepTail(20)

process.on('message', (message, server) => {
  if (message.type === 'port') servers.set(message.port, server)
  if (message.type === 'run') start(message)
  if (message.type === 'stop') stop(message.graceMs)
})
process.on('disconnect', () => {
  endAll('SIGKILL', service?.pid, run?.sandboxed)
  process.exit(0)
})
// The platform says when to stop; a terminal's Ctrl-C is for the platform.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

function start(message) {
  run = message
  const [file, ...args] = run.command
  service = spawn(file, args, {
    cwd: run.folder,
    env: run.variables,
    stdio: ['ignore', 'pipe', 'pipe', ...run.inputs.map(() => 'pipe')],
    // Without a sandbox its process group is all there is to end it by.
    detached: true,
  })
  for (const [at, input] of run.inputs.entries())
    service.stdio[at + 3].on('error', () => {}).end(Buffer.from(input, 'base64'))
  service.stdout.on('data', tail.add)
  service.stderr.on('data', tail.add)
  service.on('error', error => leave(`it could not be run: ${error.message}`))
  service.on('close', (code, signal) => leave(verdict ?? ended(code, signal)))
  if (service.pid) setPriority(service.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  setInterval(measure, measureEvery)
  Promise.all([...servers.keys()].map(answers)).then(addresses => {
    for (const [index, [port, server]] of [...servers].entries()) {
      carry(server, addresses[index], port)
    }
    process.send({ type: 'ready' })
  })
}

/** Resolves to the address on which the service answers the port. */
function answers(port) {
  return new Promise(resolve => {
    const ask = address => {
      const socket = connect({ port, host: address })
      socket.once('connect', () => {
        socket.destroy()
        resolve(address)
      })
      socket.once('error', () =>
        address === '::1' ? setTimeout(ask, probeEvery, '127.0.0.1') : ask('::1'),
      )
    }
    ask('127.0.0.1')
  })
}

function carry(server, host, port) {
  server.maxConnections = connectionsPerPort
  server.allowHalfOpen = true
  server.on('connection', outer => {
    const inner = connect({ host, port, allowHalfOpen: true, noDelay: true })
    outer.setNoDelay(true)
    outer.setKeepAlive(true, 30_000)
    for (const [from, to] of [
      [outer, inner],
      [inner, outer],
    ]) {
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => from.readableEnded || to.destroy())
    }
  })
}

function measure() {
  const excess = run.sandboxed && overLimit(processesOf(service.pid), run)
  if (!excess || verdict) return
  verdict = excess
  service.kill('SIGKILL')
}

function stop(graceMs) {
  if (!service) process.exit(0)
  verdict = 'it was stopped'
  endAll('SIGTERM', service?.pid, run?.sandboxed)
  setTimeout(() => endAll('SIGKILL', service?.pid, run?.sandboxed), graceMs)
}

function ended(code, signal) {
  return signal ? `it ended by ${signal}` : `it ended with exit code ${code}`
}

function leave(reason) {
  endAll('SIGKILL', service?.pid, run.sandboxed)
  const said = tail.text()
  process.send({ type: 'exit', reason: said ? `${reason}; it last said:\n${said}` : reason }, () =>
    process.exit(0),
  )
}
