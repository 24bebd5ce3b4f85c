import { closeSync, openSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** How long a display may be too busy to take a connection, in milliseconds. */
const maxBusyMs = 5000
const askAgainMs = 20

/**
 * Connects to the display in the folder of a desktop. The system lets a few connections wait until the display takes
 * them, and refuses others with EAGAIN: for example when all pages of a desktop come back at once.
 *
 * @throws an error of the system
 */
export async function connectDisplay(folder: string): Promise<Socket> {
  // A socket's path may have at most 107 bytes. So the path begins with the descriptor of the folder.
  const descriptor = openSync(folder, 'r')
  const until = performance.now() + maxBusyMs
  try {
    for (;;) {
      const socket = connect(`/proc/self/fd/${descriptor}/rfb.sock`)
      const error = await outcomeOf(socket)
      if (!error) return socket.once('close', () => closeSync(descriptor))
      if (error.code !== 'EAGAIN' || performance.now() > until) throw error
      await delay(askAgainMs)
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** @returns null if it is connected */
const outcomeOf = (socket: Socket) =>
  new Promise<NodeJS.ErrnoException | null>(resolve => {
    socket.once('error', resolve)
    socket.once('connect', () => {
      socket.off('error', resolve)
      resolve(null)
    })
  })
