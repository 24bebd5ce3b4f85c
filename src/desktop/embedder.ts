import * as v from 'valibot'
import { type DesktopMessage, EmbedderMessage, ticketIn } from '../remote-desktop/messages.ts'

/** The page that embeds this one; absent if the desktop has its own tab. */
export const embedder = window.parent === window ? null : window.parent

/**
 * Any origin may receive the messages: they contain no secret, and the server says who may embed this page.
 */
export const tell = (message: DesktopMessage): void => embedder?.postMessage(message, '*')

/** Listens to the embedding page only. Returns the clean-up. */
export function onMessage(listener: (message: EmbedderMessage) => void): () => void {
  const receive = ({ source, data }: MessageEvent<unknown>) => {
    if (source !== embedder || embedder === null) return
    const message = v.safeParse(EmbedderMessage, data)
    if (message.success) listener(message.output)
  }
  window.addEventListener('message', receive)
  return () => window.removeEventListener('message', receive)
}

/** Resolves with the ticket that the embedding page sends, by message or by changing this page's fragment. */
export function askForTicket(signal: AbortSignal): Promise<string> {
  return new Promise(resolve => {
    const take = (url: string) => {
      const ticket = ticketIn(url)
      if (!ticket) return
      stop()
      resolve(ticket)
    }
    const takeFragment = () => take(location.href)
    const stopMessages = onMessage(message => message.type === 'ticket' && take(message.url))
    // An actor whose promise has resolved never aborts its signal.
    const stop = () => {
      stopMessages()
      window.removeEventListener('hashchange', takeFragment)
      signal.removeEventListener('abort', stop)
    }
    signal.addEventListener('abort', stop)
    window.addEventListener('hashchange', takeFragment)
    tell({ type: 'ticket.request' })
  })
}
