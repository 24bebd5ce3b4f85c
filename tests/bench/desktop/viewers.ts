import { chmod, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Browser, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { findBrowser, openBrowser } from '../../../scripts/browser.ts'
import { serveDist } from '../../e2e/desktop/static.ts'
import { lease, startDesktopServer } from '../../platform/desktop/desktop-server.ts'

const dist = process.env.GUIDON_DIST ?? join(import.meta.dirname, '../../../dist')

export type Kind = 'ours' | 'plain'

export interface Viewers {
  browser: Browser
  /** Opens our page, or noVNC alone, on the same desktop; resolves when its picture is there. */
  open(kind: Kind): Promise<Page>
  /** Seconds of CPU that the browser's processes have used. */
  worked(): Promise<number>
  close(): Promise<void>
}

interface ViewersOptions {
  /** The address at which the platform listens. */
  host?: string
  /** A command that runs the browser in another network. */
  beyond?: readonly string[]
  quality?: number | 'auto'
}

/** A platform with one running desktop, and a browser. */
export async function openViewers({
  host,
  beyond,
  // noVNC's own quality. Our page begins with it, and keeps it.
  quality = 3,
}: ViewersOptions = {}): Promise<Viewers> {
  const serve: RequestListener = (request, response) => {
    const isPlain = request.url?.startsWith('/plain') ?? false
    if (isPlain) request.url = request.url?.replace('/plain/', '/')
    serveDist(isPlain ? join(server.dataFolder, 'plain') : dist, '')(request, response)
  }
  const server = await startDesktopServer(undefined, serve, { host })
  await build({
    configFile: false,
    logLevel: 'error',
    root: import.meta.dirname,
    base: '/plain/',
    build: {
      target: 'es2024',
      outDir: join(server.dataFolder, 'plain'),
      rolldownOptions: { input: join(import.meta.dirname, 'plain.html') },
    },
  })
  // Longer than the longest measurement.
  const desktop = { ...lease, lifetimeMs: 4 * 3_600_000 }
  const event = { current: { ...server.event.current, desktop } }
  const desktops = await server.open({ event })
  await desktops.create('alice')
  while ((await desktops.get('alice')).status !== 'running') await delay(50)
  const args = ['--disable-gpu', '--no-first-run']
  const browser = await (beyond ? openBeyond(beyond, server.dataFolder, args) : openBrowser(args))
  const cdp = await browser.newBrowserCDPSession()
  return {
    browser,
    async worked() {
      const { processInfo } = await cdp.send('SystemInfo.getProcessInfo')
      return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
    },
    async open(kind) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await page.addInitScript(instrument)
      await page.addInitScript(chosen => {
        localStorage.setItem('desktop', JSON.stringify({ scaling: 'resize', quality: chosen }))
      }, quality)
      const { url } = await desktops.get('alice')
      const address = kind === 'ours' ? url : url?.replace('/desktop.html', '/plain/plain.html')
      await page.goto(address ?? '')
      await page.locator('canvas').waitFor()
      await page.waitForFunction(() => globalThis.flips > 2)
      await page.locator('canvas').click({ position: { x: 640, y: 400 } })
      await delay(1000)
      return page
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

/** Starts the browser by another command, which Playwright takes for the browser itself. */
async function openBeyond(command: readonly string[], folder: string, args: string[]) {
  const executablePath = join(folder, 'browser.sh')
  await writeFile(executablePath, `#!/bin/sh\nexec ${command.join(' ')} ${findBrowser()} "$@"\n`)
  await chmod(executablePath, 0o755)
  return chromium.launch({ executablePath, args: [...args, '--no-sandbox'] })
}

declare global {
  /** How often a picture was shown. */
  var flips: number
  /** When a key was pressed last, and the milliseconds from then to the next picture. */
  var pressedAt: number | null
  var delays: number[]
  /** Keeps the picture that is shown, for `compareFrames`. */
  var keepPicture: () => void
  /** From now on, compares each frame with the picture that was kept, or no longer. */
  var compareFrames: (isWanted: boolean) => void
  /** Milliseconds from the last key until the picture was similar to the kept one, and until it was equal; else 0. */
  var alike: { readable: number; sharp: number }
}

/** Runs in the page: noVNC shows a picture by drawing it onto the canvas that is in the page. */
function instrument() {
  globalThis.flips = 0
  globalThis.pressedAt = null
  globalThis.delays = []
  globalThis.alike = { readable: 0, sharp: 0 }
  let comparesFrames = false
  let enterAt = 0
  let kept: ImageData | undefined
  const copy = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  function read(canvas: HTMLCanvasElement): ImageData | undefined {
    if (!copy) return
    const { width, height } = canvas
    Object.assign(copy.canvas, { width, height })
    draw.call(copy, canvas, 0, 0)
    return copy.getImageData(0, 0, width, height)
  }
  globalThis.keepPicture = () => {
    const canvas = document.querySelector('canvas')
    if (canvas) kept = read(canvas)
  }
  globalThis.compareFrames = isWanted => {
    comparesFrames = isWanted
    if (!isWanted) return
    globalThis.alike = { readable: 0, sharp: 0 }
  }
  /** Letters are readable if no larger part of their area differs by more than half of their contrast. */
  function look(canvas: HTMLCanvasElement) {
    const now = read(canvas)
    if (!now || !kept || now.data.length !== kept.data.length) return
    const wrong = new Map<number, number>()
    let isSame = true
    for (let at = 1; at < now.data.length; at += 4) {
      const off = Math.abs((now.data[at] ?? 0) - (kept.data[at] ?? 0))
      if (off === 0) continue
      isSame = false
      if (off < 90) continue
      const pixel = at >> 2
      const place = Math.floor(pixel / now.width / 16) * 1000 + ((pixel % now.width) >> 4)
      wrong.set(place, (wrong.get(place) ?? 0) + 1)
    }
    const ms = performance.now() - enterAt
    if (!globalThis.alike.readable && [...wrong.values()].every(count => count < 8)) {
      globalThis.alike.readable = ms
    }
    if (!globalThis.alike.sharp && isSame) globalThis.alike.sharp = ms
  }
  const draw = CanvasRenderingContext2D.prototype.drawImage as (...args: unknown[]) => void
  CanvasRenderingContext2D.prototype.drawImage = function (...args: unknown[]) {
    draw.apply(this, args)
    if (!this.canvas.isConnected) return
    globalThis.flips++
    if (comparesFrames) look(this.canvas)
    if (globalThis.pressedAt === null) return
    globalThis.delays.push(performance.now() - globalThis.pressedAt)
    globalThis.pressedAt = null
  }
  const pressed = (event: KeyboardEvent) => {
    if (!event.isTrusted) return
    globalThis.pressedAt = performance.now()
    if (event.key === 'Enter') enterAt = performance.now()
  }
  window.addEventListener('keydown', pressed, true)
}
