import type { IncomingMessage } from 'node:http'
import type { WebSocket } from 'ws'
import type { ShownScreens } from '../../../src/api/contract/desktop/messages.ts'
import type { Clock } from '../../clock.ts'
import type { Watcher } from '../tickets.ts'

/** How long the second screen stays without a page: a page that reloads or lost its connection comes back. */
const stayMs = { closed: 2_000, cut: 15_000 }
/** The WebSocket ended without a close. */
const cutOff = 1006

interface Page {
  readonly page: WebSocket
  /** Null: it is a page of the owner. */
  readonly watcher: Watcher | null
  readonly screen: number
}

/**
 * Reports to the pages of a desktop's owner which screens its pages show. Each page asks the display for these. The
 * first screen is always there.
 */
export function createScreens(pagesOf: (id: string) => Iterable<Page>, clock: Clock) {
  /** Ends the stay of a second screen, by desktop; null: it is over. */
  const staying = new Map<string, (() => void) | null>()

  const ownPages = (id: string) =>
    [...pagesOf(id)].filter(({ page, watcher }) => !watcher && page.readyState === page.OPEN)

  function tell(id: string): void {
    const pages = ownPages(id)
    const screens = pages.map(({ screen }) => screen)
    if (staying.get(id) && !screens.includes(2)) screens.push(2)
    const shown: ShownScreens = { screens: screens.sort() }
    for (const { page } of pages) page.send(JSON.stringify(shown))
  }

  function stay(id: string, ms: number): void {
    staying.get(id)?.()
    const end = () => {
      staying.set(id, null)
      tell(id)
    }
    staying.set(id, clock.after(ms, end))
  }

  return {
    /** To be called after a page was added. */
    joined(id: string): void {
      // After a restart of the platform, the page of the second screen may connect later than this one.
      if (!staying.has(id)) stay(id, stayMs.cut)
      tell(id)
    },
    /** To be called when a page has closed. @param code of the WebSocket */
    left(id: string, screen: number, code: number): void {
      if (screen === 2 && staying.has(id)) stay(id, code === cutOff ? stayMs.cut : stayMs.closed)
      tell(id)
    },
    /** To be called when a desktop has ended. */
    forget(id: string): void {
      staying.get(id)?.()
      staying.delete(id)
    },
  }
}

/** The screen that a page shows, by its address. */
export function screenOf({ url = '' }: IncomingMessage): number {
  const [, search = ''] = url.split('?', 2)
  return new URLSearchParams(search).get('screen') === '2' ? 2 : 1
}
