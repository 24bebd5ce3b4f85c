import { randomUUID } from 'node:crypto'
import { link, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openBelow, within } from '../files/open.ts'
import {
  answerOf,
  type ClipboardImages,
  headBytes,
  ImageRefused,
  maxMs,
} from './clipboard-images.ts'

interface LocalImagesOptions {
  /** Shared with the session, whose programs may change it at any moment. */
  run: string
  /** On the same disk: no program of the desktop reaches it. */
  uploads: string
  /** Sends a line to session.sh. */
  tell(message: string): void
}

/** How often it looks for an answer, in milliseconds. */
const lookEveryMs = 20

/** Images of a desktop that is processes of this host: session.sh does the work, and files are handed over. */
export function createLocalImages({ run, uploads, tell }: LocalImagesOptions): ClipboardImages {
  /** @returns what clipboard.sh answered, or its first bytes */
  async function ask(what: string, name: string, maxBytes: number): Promise<Buffer | null> {
    const folder = await openBelow(run, [])
    const end = performance.now() + maxMs
    try {
      tell(`image ${name} ${what}`)
      for (;;) {
        const answer = await openBelow(run, [`${name}.out`]).catch(() => null)
        if (answer) {
          try {
            if (!(await answer.stat()).isFile()) throw new ImageRefused('silent')
            const bytes = Buffer.alloc(maxBytes + headBytes)
            let length = 0
            for (let read = 1; read > 0 && length < bytes.length; length += read)
              read = (await answer.read(bytes, length, bytes.length - length, length)).bytesRead
            return answerOf(bytes.subarray(0, length))
          } finally {
            await answer.close()
          }
        }
        if (performance.now() > end) throw new ImageRefused('silent')
        await delay(lookEveryMs)
      }
    } finally {
      for (const left of [`${name}.in`, `${name}.out`])
        await rm(within(folder, left), { force: true }).catch(() => undefined)
      await folder.close()
    }
  }

  return {
    async give(png) {
      const name = randomUUID()
      const file = join(uploads, name)
      const folder = await openBelow(run, [])
      try {
        await writeFile(file, png, { flag: 'wx', mode: 0o600 })
        await link(file, within(folder, `${name}.in`))
      } finally {
        await folder.close()
        await rm(file, { force: true })
      }
      await ask(`give ${png.byteLength}`, name, 0)
    },

    take: maxBytes => ask(`take ${maxBytes + 1}`, randomUUID(), maxBytes + 1),
  }
}
