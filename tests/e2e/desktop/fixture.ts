import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type FrameLocator, type Page } from 'playwright/test'
import type { Desktops } from '../../../platform/desktop/desktops.ts'
import type { ReplaceableEvent } from '../../platform/current-event.ts'
import { startDesktopServer } from '../../platform/desktop/desktop-server.ts'
import { createSimulatedClock, type SimulatedClock } from '../../support/simulated-clock.ts'
import { pictureIn } from './live-canvas.ts'
import { openProxy } from './proxy.ts'
import { serveDist } from './static.ts'
import { watchPicture } from './watch.ts'

const dist = process.env.GUIDON_DIST ?? join(import.meta.dirname, '../../../dist')

export interface DesktopBackend {
  clock: SimulatedClock
  desktops: Desktops
  proxy: Awaited<ReturnType<typeof openProxy>>
  event: ReplaceableEvent
  /** What a file in the desktop's home holds; null: there is none. */
  home(name: string): Promise<string | null>
  homePath(name: string): Promise<string>
}

/** The desktop inside an embedding page. It is connected and has the keyboard. */
export interface Seat {
  page: Page
  desktop: FrameLocator
}

export const test = base.extend<{ seat: Seat }, { backend: DesktopBackend }>({
  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a pattern here.
    async ({}, use) => {
      const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
      const embedding = join(import.meta.dirname, 'embedding.html')
      const server = await startDesktopServer(clock, serveDist(dist, embedding))
      const proxy = await openProxy(Number(new URL(server.origin).port))
      const containers = process.env.GUIDON_DESKTOPS === 'docker' ? await openContainers() : null
      const desktops = await server.open({ origin: proxy.origin, ...containers?.options })
      await desktops.create('alice')
      const homeOf =
        containers?.home ?? ((id: string) => join(server.dataFolder, 'desktops', id, 'home'))
      const homePath = async (name: string) => {
        const [row] = await server.database.db.query.desktops.findMany()
        return join(homeOf(row?.id ?? ''), name)
      }
      const home = async (name: string) => readFile(await homePath(name), 'utf8').catch(() => null)
      await use({ clock, desktops, proxy, event: server.event, home, homePath })
      await proxy.close()
      if (containers) await desktops.reset('alice')
      await server.close()
      await containers?.close()
      await rm(server.dataFolder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],

  seat: async ({ page, backend }, use) => {
    const { desktops, proxy } = backend
    await waitFor(async () => (await desktops.get('alice')).status === 'running')
    await watchPicture(page)
    await page.exposeFunction('freshUrl', async () => (await desktops.get('alice')).url)
    await page.goto(`${proxy.origin}/embed`)
    await page.evaluate(async () => {
      const { freshUrl, show } = window as unknown as Record<string, (url?: string) => string>
      show?.(await freshUrl?.())
    })
    const desktop = page.frameLocator('iframe')
    await pictureIn(desktop).click({ position: { x: 640, y: 300 } })
    await use({ page, desktop })
  },
})

/** Replaces the desktop by one that nobody has viewed. */
export async function renewDesktop({ desktops }: DesktopBackend): Promise<void> {
  await desktops.reset('alice')
  await desktops.create('alice')
}

/** The same tests for desktops that are containers: `npm run test:docker`. */
async function openContainers() {
  const { createDesktopContainers } = await import('../../platform/docker/desktop-containers.ts')
  const homes = await mkdtemp(join(tmpdir(), 'guidon-homes-'))
  const limits = { memoryMb: 1024, homeMb: 256 }
  const containers = await createDesktopContainers(`browser-${process.pid}`, homes, limits)
  return {
    options: { driver: containers.driver },
    home: containers.home,
    async close() {
      await containers.close()
      await rm(homes, { recursive: true, force: true })
    },
  }
}

export async function waitFor(condition: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; !(await condition()); ) {
    if (Date.now() > end) throw new Error('waited in vain')
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
