import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { vi } from 'vitest'
import { ticketOf, view } from './rfb.ts'

export const soon = { timeout: 60_000, interval: 50 }

/** Opens a desktop; answers what runs a script in its terminal, and what that said. */
export async function openDesktop(origin: string, url: string, home: string) {
  const viewer = await view(origin, ticketOf(url))
  let scripts = 0
  return async function run(script: string): Promise<string> {
    const name = `script${++scripts}`
    const wrapped = `(${script}\n) >~/${name}.said 2>&1; mv ~/${name}.said ~/${name}.done\n`
    await writeFile(join(home, name), wrapped)
    viewer.type(`sh ~/${name}\n`)
    return vi.waitFor(() => readFile(join(home, `${name}.done`), 'utf8'), soon)
  }
}
