import type { WebSocket } from 'ws'
import {
  type Sharing,
  type SharingCommand,
  sharingCommands,
} from '../../../src/api/contract/desktop/messages.ts'
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

/** Carries out a text of an owner's page, if it is a command. */
export function changeSharing(desktop: Shareable | undefined, text: string): boolean {
  if (!sharingCommands.includes(text as SharingCommand)) return false
  if (text === 'sharing.begin') desktop?.share()
  else desktop?.unshare()
  return true
}
