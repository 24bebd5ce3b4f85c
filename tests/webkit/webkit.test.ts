import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whatIsCutOff } from '../e2e/cut-off.ts'
import { createDataFolder, type RunningPlatform, spawnPlatform } from '../e2e/platform.ts'
import { plainPaths } from '../support/plain-paths.ts'
import { openWebKit, type WebKit } from './webkit.ts'

let platform: RunningPlatform
let browser: WebKit

beforeAll(async () => {
  platform = await spawnPlatform({ dataFolder: await createDataFolder() })
  browser = await openWebKit()
  console.log(`WebKitGTK ${browser.version}`)
})
afterAll(async () => {
  await browser?.close()
  await platform?.stop()
  await rm(platform?.dataFolder ?? '', { recursive: true, force: true })
})

const hasText = (text: string) =>
  browser.until<boolean>('return document.body.innerText.includes(arguments[0])', text)

/** A file in the home of the only desktop. */
async function home(name: string): Promise<string | null> {
  const desktops = join(platform.dataFolder, 'desktops')
  const [id = ''] = await readdir(desktops)
  return readFile(join(desktops, id, 'home', name), 'utf8').catch(() => null)
}

const sizes = [
  [1200, 800],
  [450, 800],
] as const
const paths = [...plainPaths, '/challenge/preflight/radio-check']
const flag = 'GUIDON{reading-you-five-by-five!}'

test('a participant creates an account, a team, and solves a challenge', async () => {
  await browser.open(platform.origin)
  await browser.type('Username', 'safari')
  await browser.type('Password', 'correct horse')
  await browser.click('button', 'Create account')
  await hasText('Hello, safari!')
  await browser.type('Team name', 'Walkers')
  await browser.click('button', 'Create team')
  await browser.click('radio', 'Open')
  await browser.click('button', 'Confirm choice')
  await hasText('How to play')
  await browser.open(`${platform.origin}/challenge/preflight/radio-check`)
  await browser.type('Flag', flag)
  // Copies by the real keyboard, which pastes it below.
  await browser.keyboard.press('ControlLeft+KeyA', 'ControlLeft+KeyC', 'Enter')
  await hasText('Completed')
})

test('the desktop is typed into by a real keyboard, and takes the clipboard', async () => {
  await browser.open(`${platform.origin}/flugzeug`)
  await browser.click('button', 'Start')
  await browser.enterFrame('iframe')
  await browser.until('return document.querySelector("#screen canvas")?.width > 300')
  await browser.until('return document.activeElement?.id === "keys" && document.hasFocus()')
  const { press } = browser.keyboard
  await press(...[...'CAT'].map(key => `Key${key}`), 'Space')
  await press('ShiftLeft+Period', 'Space', 'KeyA', 'Enter')
  await expect.poll(() => home('a')).toBe('')
  await press('KeyH', 'KeyI', 'Space', 'ControlLeft+ShiftLeft+KeyV', 'Enter')
  await expect.poll(() => home('a')).toBe(`hi ${flag}\n`)
  await browser.enterFrame(null)
})

test('each page fits a wide and a narrow window', async () => {
  for (const [width, height] of sizes) {
    await browser.resize(width, height)
    for (const path of paths) {
      await browser.open(`${platform.origin}${path}`)
      await browser.until('return document.querySelector("main h1, main h2") !== null')
      // Parts that were out of view get their height a moment later.
      const cutOff = () => browser.run(`return (${whatIsCutOff})()`)
      await expect.poll(cutOff, { message: `${path} at ${width} px` }).toEqual([])
    }
  }
}, 300_000)
