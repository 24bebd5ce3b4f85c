import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { openBelow, within } from '../files/open.ts'
import type { DesktopSound } from './desktop-sound.ts'

interface LocalSoundOptions {
  /** Shared with the session, whose programs may change it at any moment. */
  run: string
  /** Sends a line to session.sh. */
  tell(message: string): void
}

/** The sound of a desktop that is processes of this host: session.sh connects the recording to our socket. */
export const createLocalSound = ({ run, tell }: LocalSoundOptions): DesktopSound => ({
  async open(signal) {
    const name = `${randomUUID()}.sock`
    const folder = await openBelow(run, [])
    const server = createServer()
    server.maxConnections = 1
    try {
      const ready = once(server, 'listening', { signal })
      // A socket's path may have at most 107 bytes. So the path begins with the descriptor of the folder.
      server.listen(within(folder, name))
      await ready
      const connected = once(server, 'connection', { signal })
      tell(`sound ${name}`)
      const [recording] = (await connected) as [Socket]
      // Between two reads nobody else would take an error.
      recording.on('error', () => undefined)
      return recording
    } finally {
      server.close()
      await rm(within(folder, name), { force: true }).catch(() => undefined)
      await folder.close()
    }
  },
})
