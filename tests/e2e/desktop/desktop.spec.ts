import { median } from 'd3-array'
import { expect } from 'playwright/test'
import { depth } from '../../support/depth.ts'
import { pressEscapeTwice } from './escape.ts'
import { type DesktopBackend, type Seat, test, waitFor } from './fixture.ts'
import { connected, pictureIn } from './live-canvas.ts'
import { layouts, strike, strokesFor } from './strokes.ts'
import { command } from './terminal.ts'

test.describe.configure({ mode: 'default' })
test.use({
  // Firefox has no such permissions, and lets a page copy after a click or a key.
  permissions: async ({ browserName }, use) =>
    use(browserName === 'chromium' ? ['clipboard-read', 'clipboard-write'] : undefined),
})
/** Also runs in Firefox, by `npm run test:firefox`. */
const everywhere = { tag: '@every-browser' }

const texts = {
  us: 'Hello @{~|}_:[1-9]',
  german: 'Grüße@€{[~|}ÄÖÜ zyß-_:',
  french: 'çà éè a@b€ qzwm {1} _-:',
} as const

test('text typed on a US, German or French layout arrives as typed', async ({ seat, backend }) => {
  const cdp = await seat.page.context().newCDPSession(seat.page)
  for (const [layout, text] of Object.entries(texts)) {
    const keys = layouts[layout as keyof typeof texts]
    await strike(cdp, strokesFor(`cat > ${layout}.txt\n`, keys))
    await expect.poll(() => backend.home(`${layout}.txt`)).toBe('')
    await strike(cdp, strokesFor(`${text}\n`, keys))
    await seat.page.keyboard.press('Control+d')
    await expect.poll(() => backend.home(`${layout}.txt`)).toBe(`${text}\n`)
  }
})

/** A button of the bar. The bar may have hidden itself, and appears for the focus. */
async function control({ desktop }: Seat, name: string) {
  const button = desktop.getByRole('button', { name })
  await button.focus()
  return button
}

/** Pastes by the usual keys into a file of its own. */
async function expectPaste({ page }: Seat, { home }: DesktopBackend, text: string) {
  const file = `pasted-${Date.now()}.txt`
  await command(page, `bind 'set enable-bracketed-paste off'; cat > ${file}`)
  await expect.poll(() => home(file)).toBe('')
  await page.keyboard.press('Control+Shift+V')
  await expect.poll(() => home(file)).toBe(text)
  await page.keyboard.press('Control+d')
}

test('the usual keys paste the clipboard of the browser', async ({ seat, backend }) => {
  const text = 'hinein: grüße@€ 你好\n'
  await seat.page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await expectPaste(seat, backend, text)
})

test('a text that is copied in the desktop is in the clipboard of the browser', {
  tag: '@every-browser',
}, async ({ seat }) => {
  await command(seat.page, 'clear; echo grüße')
  const area = seat.page.locator('#text')
  await expect(async () => {
    await pictureIn(seat.desktop).dblclick({ position: { x: 28, y: 32 } })
    await area.focus()
    await seat.page.keyboard.press('Control+a')
    await seat.page.keyboard.press('Control+v')
    expect(await area.inputValue()).toBe('grüße')
  }).toPass({ timeout: 60_000 })
})

test.describe('in a browser that keeps its clipboard to itself', () => {
  // All others are denied.
  test.use({ permissions: [] })

  /** Afterwards the desktop has the keyboard again. */
  async function copyOutside({ page, desktop }: Seat, text: string) {
    await page.locator('#text').fill(text)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Control+c')
    // Two clicks within a quarter of a second would copy what is below them in the terminal.
    await desktop.locator('#keys').focus()
  }

  test('a paste by the usual keys brings its text along', async ({ seat, backend }) => {
    const text = 'von Hand: grüße@€\n'
    await copyOutside(seat, text)
    await expectPaste(seat, backend, text)
  })

  test('a paste means what was copied last: in the desktop, also before a cut, outside, or by hand', async ({
    seat,
    backend,
  }) => {
    await copyOutside(seat, 'zuvor\n')
    await command(seat.page, String.raw`printf 'innen\n' | xclip -selection clipboard`)
    await expect(seat.desktop.getByRole('button', { name: 'Copy' })).toBeVisible()
    await expectPaste(seat, backend, 'innen\n')
    backend.proxy.cut()
    await expect(pictureIn(seat.desktop)).toBeHidden()
    backend.proxy.restore()
    await connected(seat.desktop)
    await pictureIn(seat.desktop).click({ position: { x: 640, y: 300 } })
    await expectPaste(seat, backend, 'innen\n')
    await copyOutside(seat, 'außen\n')
    await expectPaste(seat, backend, 'außen\n')
    await (await control(seat, 'Clipboard')).click()
    await seat.desktop.getByLabel('Text of the clipboard').fill('von Hand\n')
    await seat.desktop.getByRole('button', { name: 'Send to the desktop' }).click()
    await seat.desktop.getByRole('button', { name: 'Close' }).click()
    await pictureIn(seat.desktop).click({ position: { x: 640, y: 300 } })
    await expectPaste(seat, backend, 'von Hand\n')
  })

  test('a text that was copied in the desktop waits for a click', async ({ seat }) => {
    await command(seat.page, 'clear; echo grüße')
    const copy = seat.desktop.getByRole('button', { name: 'Copy' })
    const context = seat.page.context()
    // Each click can ask for the text. A late one finds the permission granted, and removes the button.
    await expect(async () => {
      await context.grantPermissions([])
      await pictureIn(seat.desktop).dblclick({ position: { x: 28, y: 32 } })
      await expect(copy).toBeVisible({ timeout: 1000 })
      // Grants what a click allows in other browsers.
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await copy.click({ timeout: 5000 })
    }).toPass({ timeout: 60_000 })
    await expect(copy).toBeHidden()
    // A third click selects the whole line.
    await expect
      .poll(() => seat.page.evaluate(() => navigator.clipboard.readText()))
      .toContain('grüße')
  })
})

test(
  'a text is typed key by key where no clipboard helps',
  everywhere,
  async ({ seat, backend }) => {
    const text = `${'ÄÖÜ ñ Ω 你好 '.repeat(5)}\n`
    await command(seat.page, 'cat > keys.txt')
    await expect.poll(() => backend.home('keys.txt')).toBe('')
    await (await control(seat, 'Clipboard')).click()
    await seat.desktop.getByLabel('Text of the clipboard').fill(text)
    await seat.desktop.getByRole('button', { name: 'Type it as keystrokes' }).click()
    await expect.poll(() => backend.home('keys.txt')).toBe(text)
    await seat.desktop.getByRole('button', { name: 'Close' }).click()
    await pictureIn(seat.desktop).click({ position: { x: 640, y: 300 } })
    await seat.page.keyboard.press('Control+d')
  },
)

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 1280, height: 720 } })

  test('the on-screen keyboard is there on demand, and what it writes arrives', async ({
    seat,
    backend,
  }) => {
    const sink = seat.desktop.locator('#keys')
    await pictureIn(seat.desktop).tap({ position: { x: 640, y: 500 } })
    await expect(sink).toHaveAttribute('inputmode', 'none')
    await (await control(seat, 'On-screen keyboard')).tap()
    await expect(sink).toBeFocused()
    await expect(sink).toHaveAttribute('inputmode', 'text')
    // Like phones, this inserts text without keys.
    await seat.page.keyboard.insertText('echo grüße > phone.txt')
    await seat.page.keyboard.press('Enter')
    await expect.poll(() => backend.home('phone.txt')).toBe('grüße\n')
  })

  test('the bar hides itself once the picture is touched, also after one of its panels', async ({
    seat,
  }) => {
    const help = await control(seat, 'Help')
    await help.tap()
    await expect(seat.desktop.getByRole('button', { name: 'Close' })).toBeVisible()
    await help.tap()
    await pictureIn(seat.desktop).tap({ position: { x: 640, y: 500 } })
    await expect(help).not.toBeInViewport()
  })
})

test('the desktop asks its page for fullscreen', everywhere, async ({ seat }) => {
  await (await control(seat, 'Fullscreen')).click()
  await seat.page.waitForFunction(() => document.fullscreenElement?.tagName === 'IFRAME')
  await (await control(seat, 'Fullscreen')).click()
  await seat.page.waitForFunction(() => document.fullscreenElement === null)
})

test(
  'while the desktop has the keyboard, the browser asks before its tab is closed',
  everywhere,
  async ({ seat: { page } }) => {
    const asked = page.waitForEvent('dialog')
    await page.close({ runBeforeUnload: true })
    const question = await asked
    expect(question.type()).toBe('beforeunload')
    await question.dismiss()
    await page.locator('#out').focus()
    const closed = page.waitForEvent('close')
    await page.close({ runBeforeUnload: true })
    await closed
  },
)

test(
  'keys that browsers keep are under the special keys',
  everywhere,
  async ({ seat, backend }) => {
    // The shell deletes the word before the cursor by Ctrl W.
    await seat.page.keyboard.type('echo kept gone')
    await (await control(seat, 'Special keys')).click()
    await seat.desktop.getByRole('button', { name: 'Ctrl + W' }).click()
    await pictureIn(seat.desktop).click({ position: { x: 300, y: 550 } })
    await command(seat.page, '> keys-kept.txt')
    await expect.poll(() => backend.home('keys-kept.txt')).toBe('kept\n')
  },
)

test('Esc twice gives the keyboard back to the page', everywhere, async ({ seat }) => {
  await pressEscapeTwice(seat.desktop.locator('#keys'))
  await expect(seat.page.locator('#out')).toBeFocused()
})

test('after each cut it is back, mostly within three seconds of the connection', {
  tag: '@long',
}, async ({ seat, backend }) => {
  const cuts = depth > 1 ? 8 : 5
  const frame = seat.page.frames().at(-1)
  // On a busy host the page takes as long to come back as to open. It may stand still once or twice.
  const opening = await frame?.evaluate(() => globalThis.sights.find(at => at.connected)?.at ?? 0)
  const times: number[] = []
  const back = async () => {
    await frame?.waitForFunction(() => globalThis.sights.at(-1)?.connected)
    // The page itself notes the time: the test may ask late.
    return frame?.evaluate(() => performance.timeOrigin + (globalThis.sights.at(-1)?.at ?? 0))
  }
  for (let cut = 0; cut < cuts; cut++) {
    backend.proxy.cut()
    await expect(pictureIn(seat.desktop)).toBeHidden()
    await seat.page.waitForTimeout(300 + 200 * cut)
    backend.proxy.restore()
    const start = Date.now()
    times.push(Math.round(((await back()) ?? Number.NaN) - start))
  }
  console.log(`opened in ${Math.round(opening ?? 0)} ms, back after ms:`, times.join(' '))
  expect(median(times)).toBeLessThan(3000 + (opening ?? 0))
})

test(
  'an expired ticket is exchanged through the page that embeds it',
  everywhere,
  async ({ seat, backend }) => {
    backend.clock.advance(61_000)
    backend.proxy.cut()
    await expect(pictureIn(seat.desktop)).toBeHidden()
    backend.proxy.restore()
    await connected(seat.desktop)
    await expect.poll(() => seat.page.evaluate('heard')).toContain('ticket.request')
  },
)

test(
  'a page of its own exchanges its pass for a new ticket',
  everywhere,
  async ({ page, backend }) => {
    await waitFor(async () => (await backend.desktops.get('alice')).status === 'running')
    const passed = page.waitForResponse(response => response.url().endsWith('/files/pass'))
    await page.goto((await backend.desktops.get('alice')).url ?? '')
    const canvas = pictureIn(page)
    await expect(canvas).toBeVisible()
    await passed
    backend.clock.advance(61_000)
    backend.proxy.cut()
    await expect(canvas).toBeHidden()
    backend.proxy.restore()
    await expect(canvas).toBeVisible()
  },
)

test(
  'a stopped desktop says so, and is not connected to again',
  everywhere,
  async ({ seat, backend }) => {
    await backend.desktops.stop('alice')
    await expect(seat.desktop.getByText('The desktop was stopped.')).toBeVisible()
    await expect.poll(() => seat.page.evaluate('heard')).toContain('ended')
    await waitFor(async () => (await backend.desktops.get('alice')).status === 'stopped')
    await backend.desktops.start('alice')
    await waitFor(async () => (await backend.desktops.get('alice')).status === 'running')
    await seat.desktop.getByRole('button', { name: 'Reconnect' }).click()
    await connected(seat.desktop)
  },
)

test('a reset deletes what was on it', async ({ seat, backend }) => {
  await command(seat.page, 'echo > mine.txt')
  await expect.poll(() => backend.home('mine.txt')).toBe('\n')
  await backend.desktops.reset('alice')
  await expect(seat.desktop.getByText('The desktop was stopped.')).toBeVisible()
  expect(await backend.home('mine.txt')).toBeNull()
  // The following tests need a desktop.
  await backend.desktops.create('alice')
})
