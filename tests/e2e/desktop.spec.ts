import { expect } from 'playwright/test'
import { test, waitFor } from './desktop/fixture.ts'
import { layouts, strike, strokesFor } from './desktop/strokes.ts'

test.describe.configure({ mode: 'serial' })
test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const texts = {
  us: 'Hello @{~|}_:[1-9]',
  german: 'Grüße@€{[~|}ÄÖÜ zyß-_:',
  french: 'çà éè a@b€ qzwm {1} _-:',
} as const

for (const [layout, text] of Object.entries(texts)) {
  test(`text typed on a ${layout} layout arrives as typed`, async ({ seat, scene }) => {
    const cdp = await seat.page.context().newCDPSession(seat.page)
    const keys = layouts[layout as keyof typeof texts]
    await strike(cdp, strokesFor(`cat > ${layout}.txt\n${text}\n`, keys))
    await seat.page.keyboard.press('Control+d')
    await waitFor(async () => ((await scene.home(`${layout}.txt`)) ?? '') !== '')
    expect(await scene.home(`${layout}.txt`)).toBe(`${text}\n`)
  })
}
