import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { ticketOf, type Viewer, view } from './rfb.ts'

/**
 * Types a line again and again until its effect is there: on a busy host, the desktop is ready
 * before its terminal takes keys.
 */
export const typeUntil = (viewer: Viewer, line: string, isDone: () => Promise<unknown>) =>
  eventually(async () => {
    viewer.type(line)
    await vi.waitFor(isDone, { timeout: 5000, interval: 50 })
  })

/** Returns a function that runs a script in a desktop's terminal, and resolves with the script's output. */
export function scriptsIn(viewer: () => Viewer, home: () => string) {
  let scripts = 0
  return async function run(script: string): Promise<string> {
    const name = `script${++scripts}`
    const done = join(home(), `${name}.done`)
    // The script runs once, even if it is typed twice.
    const body = `mkdir ~/${name}.begun || exit; (${script}\n) >~/${name}.said 2>&1`
    await writeFile(join(home(), name), `${body}; mv ~/${name}.said ~/${name}.done\n`)
    await typeUntil(viewer(), `sh ~/${name} 2>/dev/null\n`, () =>
      access(join(home(), `${name}.begun`)),
    )
    return eventually(() => readFile(done, 'utf8'))
  }
}

/** Opens a desktop. Resolves with a function that runs a script in its terminal. */
export async function openDesktop(origin: string, url: string, home: string) {
  const viewer = await view(origin, ticketOf(url))
  return scriptsIn(
    () => viewer,
    () => home,
  )
}
