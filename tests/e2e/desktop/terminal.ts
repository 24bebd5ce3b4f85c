import { writeFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import type { DesktopBackend } from './fixture.ts'

/** Types a line into the terminal that has the focus. */
export async function command(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

/**
 * Runs a shell script in the terminal that has the focus; Ctrl C ends it. A loop that is typed would sometimes go on:
 * bash misses a Ctrl C that comes between two commands of the loop.
 */
export const runScript = async (
  page: Page,
  backend: DesktopBackend,
  script: string,
): Promise<void> => command(page, `sh ${await writeScript(backend, script)}`)

let scripts = 0

/** @returns its name in the desktop's home. `$0` is the name in the script itself */
async function writeScript(backend: DesktopBackend, script: string): Promise<string> {
  const name = `script-${++scripts}`
  await writeFile(await backend.homePath(name), script)
  return name
}

/**
 * What a command prints in the terminal that has the focus. The terminal misses keys while the window manager has the
 * keyboard, as after a drag, or while the manager starts again. So the command is in a file. The short line that
 * runs it is typed until the output is there: with a key less, it runs nothing. Ctrl C ends what else runs there: `stop`
 * in a menu that closes early starts `top`.
 *
 * @param focus gives the keyboard to the terminal, before each time that the line is typed
 */
export async function outputOf(
  page: Page,
  backend: DesktopBackend,
  line: string,
  focus = async () => {},
): Promise<string> {
  const name = await writeScript(backend, `${line} >$0.part && mv $0.part $0.out`)
  let output: string | null = null
  const read = async () => {
    output = await backend.home(`${name}.out`)
    return output
  }
  await expect(async () => {
    await focus()
    await page.keyboard.press('Control+c')
    await command(page, `sh ${name}`)
    await expect.poll(read, { timeout: 2_000 }).not.toBeNull()
  }).toPass()
  return output ?? ''
}
