import {
  answerOf,
  type ClipboardImages,
  headBytes,
  ImageRefused,
  maxMs,
} from '../clipboard/clipboard-images.ts'
import type { DesktopConnection } from './connection.ts'

const script = 'sh /opt/desktop/clipboard.sh'

/**
 * Images of a desktop that is a container.
 *
 * @param connect gives the connection that is open, and waits for one that is being opened again
 */
export function createRemoteImages(connect: () => Promise<DesktopConnection>): ClipboardImages {
  async function ask(what: string, maxBytes: number, input?: Uint8Array): Promise<Buffer | null> {
    const signal = AbortSignal.timeout(maxMs)
    const limits = { maxBytes: maxBytes + headBytes, signal }
    const output = await connect()
      .then(connection =>
        connection.pipe(`${script} ${what}`, { ...limits, ...(input && { input }) }),
      )
      .catch(() => {
        throw new ImageRefused('silent')
      })
    return answerOf(output)
  }
  return {
    give: async png => void (await ask(`give ${png.byteLength}`, 0, png)),
    take: maxBytes => ask(`take ${maxBytes + 1}`, maxBytes + 1),
  }
}
