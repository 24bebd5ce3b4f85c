import { expect, type Page } from 'playwright/test'
import type { Scene } from './fixture.ts'

/** Types a line into the terminal that has the focus. */
export async function command(page: Page, line: string): Promise<void> {
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
}

let asked = 0

/**
 * What a command prints in the terminal that has the focus. The terminal misses keys while the window manager has the
 * keyboard, as after a drag, or while the manager starts anew. So the line is typed until its output is there.
 */
export async function outputOf(page: Page, { home }: Scene, line: string): Promise<string> {
  let output: string | null = null
  await expect(async () => {
    const file = `output-${++asked}`
    // What arrived of the line before may wait for its input.
    await page.keyboard.press('Control+c')
    await command(page, `${line} >${file}.part; mv ${file}.part ${file}`)
    const read = async () => {
      output = await home(file)
      return output
    }
    await expect.poll(read, { timeout: 5_000 }).not.toBeNull()
  }).toPass()
  return output ?? ''
}
