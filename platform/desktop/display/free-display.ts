import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'

/** Displays below 100 are for people and their programs. */
const range = [100, 10_000] as const

/**
 * @returns a number that no X server of this host has. X programs try the abstract socket of their number
 *   before the one in /tmp. If a desktop shares the host's network, a number in use would lead to another
 *   server
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
