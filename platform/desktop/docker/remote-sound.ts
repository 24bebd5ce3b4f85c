import type { DesktopSound } from '../sound/desktop-sound.ts'
import type { DesktopConnection } from './connection.ts'

/**
 * The sound of a desktop that is a container.
 *
 * @param connect gives the connection that is open, and waits for one that is being opened again
 */
export const createRemoteSound = (connect: () => Promise<DesktopConnection>): DesktopSound => ({
  async open(signal) {
    const connection = await connect()
    signal.throwIfAborted()
    return connection.stream('exec /usr/bin/python3 -I /opt/desktop/sound.py')
  },
})
