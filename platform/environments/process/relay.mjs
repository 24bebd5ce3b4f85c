/**
 * Connects one service to the outside. It runs in the service's network namespace, has the ports that
 * the platform opened outside, and carries their connections to the service's ports on the loopback
 * interface. It also reports when those ports answer and how the service ended, and ends the service
 * when it exceeds its limits or when the platform is gone.
 *
 * The service has process ids of its own. It cannot see this process, nor reach the sockets of the
 * outer network that are open here.
 *
 * This is plain JavaScript, because each environment has a relay. Type stripping would cost each relay
 * 18 MB and 30 ms.
 *
 * Receives `{type: 'port', port}` with a listening server for each port, then `{type: 'run', …}`. Sends
 * `{type: 'ready'}`, the last lines for each `{type: 'output'}`, and at the end `{type: 'exit', ending}`.
 */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import { closeGently } from '../../runtime/close-gently.mjs'
import { endAll, overLimit, processesOf } from './processes.mjs'
import { keepTail } from './tail.mjs'

/** How often the ports of a starting service are tried, and a running one is measured, in ms. */
const probeEveryMs = 20
const measureEveryMs = 500
const connectionsPerPort = 256
/** How long the last output of a service that has ended may take, in ms. */
const lastOutputMs = 1000

const servers = new Map()
let run
let service
/** Set before it is ended from here. */
let ending = null
const tail = keepTail(20)

process.on('message', (message, server) => {
  if (message.type === 'port') servers.set(message.port, server)
  if (message.type === 'run') start(message)
  if (message.type === 'output') process.send({ type: 'output', text: tail.text() })
  if (message.type === 'stop') stop(message.graceMs)
})
process.on('disconnect', end)
// If the platform has ended, a message to it fails before that event comes.
process.on('error', end)
// Only the platform stops it: a Ctrl-C in the terminal does not.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

function end() {
  endAll('SIGKILL', service?.pid, run?.sandboxed)
  process.exit(0)
}

function start(message) {
  run = message
  const [file, ...args] = run.command
  service = spawn(file, args, {
    cwd: run.folder,
    env: run.variables,
    stdio: ['ignore', 'pipe', 'pipe', ...run.inputs.map(() => 'pipe')],
    // The service has its own process group, so that all of it can be ended even without a sandbox.
    detached: true,
  })
  for (const [at, input] of run.inputs.entries())
    service.stdio[at + 3].on('error', () => {}).end(Buffer.from(input, 'base64'))
  // The pipe may cut a character in two.
  service.stdout.setEncoding('utf8').on('data', tail.add)
  service.stderr.setEncoding('utf8').on('data', tail.add)
  service.on('error', error => leave({ reason: `it could not be run: ${error.message}` }))
  // Without a sandbox, a process that it left behind may keep its output open. Then 'close' would never come.
  service.on('exit', () => setTimeout(closeOutput, lastOutputMs))
  service.on('close', (code, signal) => leave(ending ?? ended(code, signal)))
  setInterval(measure, measureEveryMs)
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
      const again = () =>
        address === '::1' ? setTimeout(ask, probeEveryMs, '127.0.0.1') : ask('::1')
      socket.once('error', again)
      socket.once('connect', () => {
        socket.off('error', again)
        closeGently(socket)
        resolve(address)
      })
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
  if (!excess || ending) return
  ending = excess
  service.kill('SIGKILL')
}

function stop(graceMs) {
  if (!service) process.exit(0)
  ending = { reason: 'it was stopped' }
  endAll('SIGTERM', service?.pid, run?.sandboxed)
  setTimeout(() => endAll('SIGKILL', service?.pid, run?.sandboxed), graceMs)
}

function closeOutput() {
  service.stdout.destroy()
  service.stderr.destroy()
}

function ended(code, signal) {
  return { reason: signal ? `it ended by ${signal}` : `it ended with exit code ${code}` }
}

function leave(how) {
  endAll('SIGKILL', service?.pid, run.sandboxed)
  const said = tail.text()
  const reason = said ? `${how.reason}; it last said:\n${said}` : how.reason
  process.send({ type: 'exit', ending: { ...how, reason } }, () => process.exit(0))
}
