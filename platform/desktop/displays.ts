import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** Below 100 are the displays that people and their programs start. */
const range = [100, 10_000] as const

/**
 * The number of a display that no X server of this machine has. Boxes share the machine's network,
 * and X programs try the abstract socket of their number, which lies in it, before the one in /tmp:
 * on a number that is taken, they would all go to the other server.
 */
export async function freeDisplay(): Promise<number> {
  const [abstract, files] = await Promise.all([
    readFile('/proc/net/unix', 'utf8').catch(() => ''),
    readdir('/tmp/.X11-unix').catch(() => []),
  ])
  const taken = new Set(files.map(name => Number(name.slice(1))))
  for (const [, number] of abstract.matchAll(/\/tmp\/\.X11-unix\/X(\d+)/g))
    taken.add(Number(number))
  for (;;) {
    const number = randomInt(...range)
    if (!taken.has(number)) return number
  }
}
