import { expect } from 'playwright/test'
import { depth } from '../../../support/depth.ts'
import type { DesktopBackend, Seat } from '../fixture.ts'
import type { Keyboard } from '../keyboard.ts'
import { pictureIn } from '../live-canvas.ts'
import { test } from './real-keyboard.ts'

test.describe.configure({ mode: 'default' })
// The page gets only what the user pastes: no browser lets it read the clipboard by itself.
test.use({
  permissions: async ({ browserName }, use) => use(browserName === 'chromium' ? [] : undefined),
})
test.afterEach(({ backend }) => {
  backend.proxy.shape(null)
  backend.proxy.release()
})

/** By the keyboard: a browser that keeps its clipboard to itself still copies by its keys. */
async function copyOutside({ page }: Seat, keyboard: Keyboard, text: string) {
  const area = page.locator('#text')
  await area.evaluate((element, copied) => {
    ;(element as HTMLTextAreaElement).value = copied
    element.dataset.state = 'typed'
    element.addEventListener('copy', () => {
      element.dataset.state = 'copied'
    })
  }, text)
  await area.focus()
  await keyboard.press('ControlLeft+KeyA', 'ControlLeft+KeyC')
  // The keys of a real keyboard take some time. An earlier click would move the focus away.
  await expect(area).toHaveAttribute('data-state', 'copied')
}

async function pasteInto(
  { desktop }: Seat,
  { home }: DesktopBackend,
  keyboard: Keyboard,
  file: string,
  keys: string,
) {
  await pictureIn(desktop).click({ position: { x: 640, y: 300 } })
  const before = await home(file)
  await keyboard.press(keys)
  await expect.poll(() => home(file), { intervals: [20] }).not.toBe(before)
  return (await home(file))?.slice(before?.length)
}

for (const delay of [60, 400]) {
  const rounds = depth > 1 ? 10 : 2
  test(`every paste brings the clipboard of its moment, on a connection of ${delay} ms`, {
    tag: ['@long', '@every-browser'],
  }, async ({ seat, backend, keyboard }) => {
    await keyboard.setLayout('us')
    const file = `pasted-${delay}-${Date.now()}.txt`
    await seat.page.keyboard.type(`bind 'set enable-bracketed-paste off'; cat > ${file}\n`)
    await expect.poll(() => backend.home(file)).toBe('')
    backend.proxy.shape({ bytesPerSecond: 1e7, delay, jitter: 0 })
    const pasted: (string | undefined)[] = []
    const copied: string[] = []
    for (let round = 0; round < rounds; round++) {
      const text = `clip${round} grüße@€\n`
      copied.push(text)
      await copyOutside(seat, keyboard, text)
      const keys = round % 2 ? 'ShiftLeft+Insert' : 'ControlLeft+ShiftLeft+KeyV'
      pasted.push(await pasteInto(seat, backend, keyboard, file, keys))
    }
    expect(pasted).toEqual(copied)
    // The connection is slow: if the page closed at once, the key would be lost, and `cat` would run in the next test.
    backend.proxy.shape(null)
    await seat.page.keyboard.press('Control+d')
    await seat.page.keyboard.type(`touch ended-${file}\n`)
    await expect.poll(() => backend.home(`ended-${file}`)).toBe('')
  })
}

test('a paste arrives although the page learns nothing from the desktop meanwhile', {
  tag: '@every-browser',
}, async ({ seat, backend, keyboard }) => {
  await keyboard.setLayout('us')
  const file = `unasked-${Date.now()}.txt`
  const text = 'ls grüße'
  // It reads each key at once, and not only whole lines.
  const read = `head -c ${Buffer.byteLength(text)} > ${file}`
  await seat.page.keyboard.type(`stty -icanon; ${read}; stty icanon\n`)
  await expect.poll(() => backend.home(file)).toBe('')
  await copyOutside(seat, keyboard, text)
  await pictureIn(seat.desktop).click({ position: { x: 640, y: 300 } })
  backend.proxy.hold()
  await keyboard.press('ControlLeft+ShiftLeft+KeyV')
  await expect.poll(() => backend.home(file)).toBe(text)
})
