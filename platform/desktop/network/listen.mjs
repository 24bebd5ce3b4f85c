/**
 * Runs for a moment in a desktop's network. It opens the given ports and sends their sockets to the
 * platform, which then ends it.
 *
 * Takes `[{address, port, transport}]`; gives `{at, error}` for each, with what was opened. Its argument is how
 * long it may run, in milliseconds.
 */
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

process.once('disconnect', () => process.exit(0))
// The event does not come if the platform ended while a socket was on its way to it.
setTimeout(() => process.exit(0), Number(process.argv[2]))
process.on('message', async ports => {
  for (const [at, port] of ports.entries()) {
    try {
      await send({ at }, await open(port))
    } catch (error) {
      await send({ at, error: error.message })
    }
  }
})

async function open({ address, port, transport }) {
  // Makes an address outside of this network an address of it.
  if (!address.startsWith('127.'))
    execFileSync('ip', ['address', 'replace', address, 'dev', 'lo'], { stdio: 'pipe' })
  if (transport === 'udp') {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
    socket.bind(port, address)
    await once(socket, 'listening')
    return socket
  }
  const server = createServer().listen(port, address)
  await once(server, 'listening')
  return server
}

const send = (message, handle) =>
  new Promise(resolve => process.send(message, handle, undefined, resolve))
