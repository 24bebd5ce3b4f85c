import type { WebSocket } from 'ws'
import {
  type Sharing,
  type SharingCommand,
  sharingCommands,
} from '../../../src/api/contract/desktop/messages.ts'
import type { Clock } from '../../clock.ts'
import type { Watcher } from '../tickets.ts'

/** What is shown of one desktop, and to whom. */
interface Shown {
  readonly page: WebSocket
  /** Null: it is a page of the owner. */
  readonly watcher: Watcher | null
}

/** What a desktop does for those who share it. */
export interface Shareable {
  readonly view: string | null
  share(): void
  unshare(): void
}

/** Sends the owner's pages the link by which the desktop is shared, and who watches. */
export function notifySharing(
  origin: string,
  { view }: Pick<Shareable, 'view'>,
  open: Iterable<Shown>,
  to: Iterable<Shown> = open,
): void {
  const names = new Set([...open].flatMap(({ watcher }) => watcher?.name ?? []))
  const link = view === null ? null : `${origin}/flugzeug#view=${view}`
  const sharing: Sharing = { link, watchers: [...names].sort() }
  for (const { page, watcher } of to) if (!watcher) page.send(JSON.stringify(sharing))
}

/**
 * The most changes by one page within this time, in milliseconds: more than a person can press. Each change is saved,
 * logged, and sent to all pages, also to those that read nothing.
 */
const maxChanges = 40
const withinMs = 10_000

/**
 * Carries out the texts of an owner's page that are commands, and cuts a page that sends too many.
 *
 * @returns whether a text was a command
 */
export function createSharingCommands(
  desktop: () => Shareable | undefined,
  page: Pick<WebSocket, 'terminate'>,
  clock: Pick<Clock, 'monotonic'>,
) {
  let since = Number.NEGATIVE_INFINITY
  let changes = 0
  return (text: string): boolean => {
    if (!sharingCommands.includes(text as SharingCommand)) return false
    const now = clock.monotonic()
    if (now - since > withinMs) [since, changes] = [now, 0]
    changes++
    if (changes > maxChanges) page.terminate()
    else if (text === 'sharing.begin') desktop()?.share()
    else desktop()?.unshare()
    return true
  }
}
