import { expect } from 'playwright/test'
import { renewDesktop, type Seat, test } from './fixture.ts'
import { pictureIn } from './live-canvas.ts'
import { outputOf } from './terminal.ts'

test.describe.configure({ mode: 'default' })
test.use({ viewport: { width: 1280, height: 800 }, deviceScaleFactor: 2 })

// Only the first terminal of a desktop that nobody has viewed starts again. Other tests use the same desktop.
test.beforeEach(({ backend }) => renewDesktop(backend))

/** The desktop's size in pixels, and how large it is shown. */
const pictureOf = ({ desktop }: Seat) =>
  pictureIn(desktop).evaluate(element => {
    const canvas = element as HTMLCanvasElement
    return [canvas.width / canvas.clientWidth, canvas.clientWidth - innerWidth]
  })

test('on a screen with twice the pixels, the desktop has them, and texts to read', async ({
  seat,
  backend,
}) => {
  const { page, desktop } = seat
  // The frame for the focus ring takes two pixels on each side.
  await expect.poll(() => pictureOf(seat)).toEqual([2, -4])
  const expectSaid = (line: string, expected: RegExp) =>
    expect(async () => expect(await outputOf(page, backend, line)).toMatch(expected)).toPass()
  // The first terminal started again, with letters of twice the size.
  await expectSaid('xprop -name Terminal WM_NORMAL_HINTS | grep increment', /: 18 by 3\d/)
  await expectSaid('xrdb -query | grep Xft.dpi', /192/)
  await desktop.getByRole('button', { name: 'Picture' }).focus()
  await page.keyboard.press('Enter')
  await desktop.getByLabel('Text size').selectOption('100%')
  await pictureIn(desktop).click({ position: { x: 100, y: 500 } })
  await expectSaid('xrdb -query | grep Xft.dpi', /\t96/)
  // There is still one terminal.
  await expectSaid('pgrep -c xterm', /^1\n/)
  await expect.poll(() => pictureOf(seat)).toEqual([2, -4])
})
