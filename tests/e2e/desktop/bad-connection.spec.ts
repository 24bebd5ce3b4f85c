import { writeFile } from 'node:fs/promises'
import { median } from 'd3-array'
import { expect } from 'playwright/test'
import { type DesktopBackend, type Seat, test } from './fixture.ts'
import { pictureIn } from './live-canvas.ts'
import { command } from './terminal.ts'

test.describe.configure({ mode: 'default' })
test.afterEach(({ backend }) => backend.proxy.shape(null))

const quality = async ({ desktop }: Seat) =>
  (await desktop.getByText(/^Quality now/).textContent())?.replace('Quality now: ', '')
const latency = async ({ desktop }: Seat) =>
  Number.parseInt((await desktop.getByText(/^\d+ ms$/).textContent()) ?? '', 10)

/** Milliseconds from a line's Enter until the desktop has it in its file. */
async function typed({ page }: Seat, backend: DesktopBackend, text: string): Promise<number> {
  await page.keyboard.type(text)
  const start = performance.now()
  await page.keyboard.press('Enter')
  await expect.poll(() => backend.home('typed.txt'), { intervals: [20] }).toContain(`${text}\n`)
  return performance.now() - start
}

test('a bad connection lowers the quality, a good one raises it, and typing stays usable', async ({
  seat,
  backend,
}) => {
  test.setTimeout(400_000)
  // Without the focus, the bar may have slid away by now.
  const picture = seat.desktop.getByRole('button', { name: 'Picture' })
  await picture.focus()
  await picture.click()
  await pictureIn(seat.desktop).click({ position: { x: 300, y: 550 } })
  await expect.poll(() => quality(seat)).toBe('high')

  backend.proxy.shape({ bytesPerSecond: 125_000, delay: 100, jitter: 30 })
  const hasItsLatency = async () => {
    const ms = await latency(seat)
    return ms > 190 && ms < 500
  }
  await expect.poll(hasItsLatency).toBe(true)

  // One terminal prints noise, which no encoding makes small. The test types into the other one. It gets the focus by a
  // click into the part that the noise does not cover. Ten whole pictures a second are many times what the connection
  // carries. More would slow down all other tests on this host.
  const noise = 'while :; do head -c 60000 /dev/urandom | base64 -w 200; sleep 0.1; done'
  await writeFile(await backend.homePath('noise.sh'), noise)
  await command(
    seat.page,
    'xterm -fs 6 -geometry 200x60-0-0 -e sh noise.sh & sleep 3; cat > typed.txt',
  )
  await expect.poll(() => backend.home('typed.txt')).toBe('')
  await expect.poll(() => quality(seat)).toMatch(/^(low|lowest)$/)
  await pictureIn(seat.desktop).click({ position: { x: 200, y: 300 } })
  // The window manager moves the focus a moment after the click.
  await expect(async () => {
    await seat.page.keyboard.press('Enter')
    await expect.poll(() => backend.home('typed.txt'), { timeout: 1000 }).toMatch(/\n/)
  }).toPass()
  const delays: number[] = []
  for (const text of ['one', 'two', 'three', 'four', 'five']) {
    delays.push(await typed(seat, backend, text))
  }
  console.log('quality', await quality(seat), 'line by line, ms', ...delays.map(Math.round))
  // Without a lower quality, each would wait for seconds of noise that are in front of it.
  expect(median(delays)).toBeLessThan(1_500)

  await seat.page.keyboard.press('Control+d')
  await command(seat.page, 'kill %1')
  backend.proxy.shape(null)
  // The quality rises a step after five samples in a row that show a good connection, and a busy host may spoil some.
  await expect.poll(() => quality(seat), { timeout: 120_000 }).toBe('high')
  await expect.poll(() => latency(seat)).toBeLessThan(190)
})
