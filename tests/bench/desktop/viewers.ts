import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from 'playwright'
import { build } from 'vite'
import type { EventDefinition } from '../../../platform/event/model.ts'
import { openBrowser } from '../../../scripts/browser.ts'
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

/** A platform with one running desktop, and a browser. */
export async function openViewers(): Promise<Viewers> {
  const server = await startDesktopServer(undefined, (request, response) => {
    const isPlain = request.url?.startsWith('/plain') ?? false
    if (isPlain) request.url = request.url?.replace('/plain/', '/')
    serveDist(isPlain ? join(server.dataFolder, 'plain') : dist, '')(request, response)
  })
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
  const desktops = await server.open({ event: { current: { desktop } as EventDefinition } })
  await desktops.create('alice')
  while ((await desktops.get('alice')).status !== 'running') await pause(50)
  const browser = await openBrowser(['--disable-gpu', '--no-first-run'])
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
      // As noVNC has it: the quality that ours begins with, and keeps.
      await page.addInitScript(() => {
        localStorage.setItem('desktop', JSON.stringify({ scaling: 'resize', quality: 3 }))
      })
      const { url } = await desktops.get('alice')
      const address = kind === 'ours' ? url : url?.replace('/desktop.html', '/plain/plain.html')
      await page.goto(address ?? '')
      await page.locator('canvas').waitFor()
      await page.waitForFunction(() => globalThis.flips > 2)
      await page.locator('canvas').click({ position: { x: 640, y: 400 } })
      await pause(1000)
      return page
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

declare global {
  /** How often a picture was shown. */
  var flips: number
  /** When a key was pressed last, and from then to the next picture, in milliseconds. */
  var pressedAt: number | null
  var delays: number[]
}

/** Runs in the page: noVNC shows a picture by drawing it onto the canvas that is in the page. */
function instrument() {
  globalThis.flips = 0
  globalThis.pressedAt = null
  globalThis.delays = []
  const draw = CanvasRenderingContext2D.prototype.drawImage as (...args: unknown[]) => void
  CanvasRenderingContext2D.prototype.drawImage = function (...args: unknown[]) {
    draw.apply(this, args)
    if (!this.canvas.isConnected) return
    globalThis.flips++
    if (globalThis.pressedAt === null) return
    globalThis.delays.push(performance.now() - globalThis.pressedAt)
    globalThis.pressedAt = null
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.isTrusted) globalThis.pressedAt = performance.now()
  }
  window.addEventListener('keydown', pressed, true)
}
