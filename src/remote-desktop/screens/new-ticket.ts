import type { FilesAccess } from '../files/access.ts'
import { desktopIn } from './address.ts'
import type { ScreenNumber } from './layout.ts'
import { wantTicket } from './ticket-exchange.ts'

interface Page {
  access: Pick<FilesAccess, 'renew'>
  /** The screen that it shows; null: it is a watcher's. */
  own: ScreenNumber | null
}

/** A ticket for a page in its own tab. That of the second screen also asks another page of the desktop. */
export async function newTicket({ access, own }: Page, signal: AbortSignal): Promise<string> {
  if (own !== 2) return access.renew(signal)
  const over = new AbortController()
  const either = AbortSignal.any([signal, over.signal])
  const wanted = wantTicket(desktopIn(location.href), either)
  return Promise.any([access.renew(signal), wanted]).finally(() => over.abort())
}
