import { writeFile } from 'node:fs/promises'
import { expect, type Page } from 'playwright/test'
import { lease } from '../../platform/desktop/desktop-server.ts'
import { waveOf } from '../../platform/desktop/wave.ts'
import { type DesktopBackend, renewDesktop, type Seat, test, waitFor } from './fixture.ts'
import { pictureIn } from './live-canvas.ts'
import { runScript } from './terminal.ts'

test.describe.configure({ mode: 'default' })
const everywhere = { tag: '@every-browser' }

interface Heard {
  /** Decoded samples of the left channel, at most the last second. */
  samples: number[]
  /** Packets of sound that came by the socket. */
  packets: number
  /** How many texts that measure the connection came: each comes after all that was sent before it. */
  echoes: number
  /** Whether what was decoded is played. */
  playing: number
}

declare global {
  var heard: Heard
}

/** Records, in the desktop's page, the output of its decoder and what comes by its socket. */
const listen = (page: Page) =>
  page.addInitScript(() => {
    globalThis.heard = { samples: [], packets: 0, echoes: 0, playing: 0 }
    const { AudioDecoder: Decoder } = globalThis
    globalThis.AudioDecoder = class extends Decoder {
      constructor({ output, error }: AudioDecoderInit) {
        super({
          error,
          output(data) {
            const samples = new Float32Array(data.numberOfFrames)
            data.copyTo(samples, { planeIndex: 0, format: 'f32-planar' })
            heard.samples = [...heard.samples, ...samples].slice(-48_000)
            output(data)
          },
        })
      }
    }
    const { start } = AudioBufferSourceNode.prototype
    AudioBufferSourceNode.prototype.start = function (...when) {
      if (this.context.state === 'running') heard.playing++
      start.apply(this, when)
    }
    const { WebSocket: Socket } = globalThis
    globalThis.WebSocket = class extends Socket {
      constructor(...args: ConstructorParameters<typeof Socket>) {
        super(...args)
        let isNext = false
        this.addEventListener('message', ({ data }) => {
          if (isNext) heard.packets++
          if (/^\d+$/.test(data)) heard.echoes++
          isNext = data === '~'
        })
      }
    }
  })

const heardIn = ({ desktop }: Seat) =>
  desktop.locator('#screen').evaluate(() => {
    const { samples, packets, echoes, playing } = heard
    const loudness = Math.sqrt(
      samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length),
    )
    let crossings = 0
    for (let at = 1; at < samples.length; at++)
      if ((samples[at - 1] ?? 0) < 0 && (samples[at] ?? 0) >= 0) crossings++
    const hertz = (crossings * 48_000) / Math.max(1, samples.length)
    return { loudness, hertz, packets, echoes, playing }
  })

/** Waits until the platform has answered what the page has sent until now. */
async function measured(seat: Seat) {
  const { echoes } = await heardIn(seat)
  // One text may already be on its way.
  await expect.poll(async () => (await heardIn(seat)).echoes).toBeGreaterThan(echoes + 1)
}

const press = async ({ page, desktop }: Seat, name: string) => {
  // By the keyboard: the bar may be hidden.
  await desktop.getByRole('button', { name, exact: true }).focus()
  await page.keyboard.press('Enter')
}

/** Plays a tone of 440 Hz, without an end, until it is stopped. */
async function play({ page, desktop }: Seat, backend: DesktopBackend) {
  await pictureIn(desktop).click({ position: { x: 640, y: 300 } })
  await runScript(page, backend, 'while paplay tone.wav; do :; done')
}
const stop = async ({ page, desktop }: Seat) => {
  await pictureIn(desktop).click({ position: { x: 640, y: 300 } })
  await page.keyboard.press('Control+c')
}

test.beforeEach(async ({ page, backend }) => {
  await listen(page)
  const { desktops, event } = backend
  event.replace({ ...event.current, desktop: { ...lease, sound: true } })
  await renewDesktop(backend)
  await waitFor(async () => (await desktops.get('alice')).status === 'running')
  await writeFile(await backend.homePath('tone.wav'), waveOf({ hertz: 440, seconds: 3 }))
})
test.afterAll(async ({ backend }) => {
  const { event } = backend
  event.replace({ ...event.current, desktop: lease })
  await renewDesktop(backend)
})

test(
  'the sound of a program is heard while the user wants it',
  everywhere,
  async ({ seat, backend, browserName }) => {
    await play(seat, backend)
    await expect(seat.desktop.getByRole('button', { name: 'Sound: off' })).toBeAttached()
    // Nobody has switched the sound on.
    expect(await heardIn(seat)).toMatchObject({ packets: 0 })

    await press(seat, 'Sound: off')
    await expect.poll(async () => (await heardIn(seat)).loudness).toBeGreaterThan(0.1)
    await expect.poll(async () => Math.abs((await heardIn(seat)).hertz - 440)).toBeLessThan(15)
    // Firefox plays only where there is a sound device.
    if (browserName === 'chromium')
      await expect.poll(async () => (await heardIn(seat)).playing).toBeGreaterThan(0)

    await press(seat, 'Sound: on')
    await expect(seat.desktop.getByRole('button', { name: 'Sound: off' })).toBeAttached()
    await measured(seat)
    const { packets } = await heardIn(seat)
    await measured(seat)
    expect((await heardIn(seat)).packets).toBe(packets)
    await stop(seat)
  },
)
