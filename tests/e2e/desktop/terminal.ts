import { writeFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import type { Scene } from './fixture.ts'

/** Types a line into the terminal that has the focus. */
export async function command(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

/**
 * Runs a shell script in the terminal that has the focus; Ctrl C ends it. A loop that is typed would sometimes go on:
 * bash misses a Ctrl C that comes between two commands of the loop.
 */
export async function runScript(page: Page, scene: Scene, script: string): Promise<void> {
  const name = `script-${++scripts}`
  await writeFile(await scene.homePath(name), script)
  await command(page, `sh ${name}`)
}

let scripts = 0
let asked = 0

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
  scene: Scene,
  line: string,
  focus = async () => {},
): Promise<string> {
  const name = `ask-${++asked}`
  await writeFile(
    await scene.homePath(name),
    `${line} >${name}.part && mv ${name}.part ${name}.out`,
  )
  let output: string | null = null
  const read = async () => {
    output = await scene.home(`${name}.out`)
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
