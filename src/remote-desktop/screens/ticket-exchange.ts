import * as v from 'valibot'
import { openChannel } from '../../browser/channel.ts'

/**
 * The page of the second screen has no ticket in its address, so that it can be loaded again. It gets tickets from
 * another page of the same desktop in this browser. Only pages of the same origin receive these messages.
 */
const name = 'guidon.desktop'

const Message = v.variant('type', [
  v.object({ type: v.literal('ticket.request'), desktop: v.string() }),
  v.object({ type: v.literal('ticket.reply'), desktop: v.string(), ticket: v.string() }),
])
type Message = v.InferOutput<typeof Message>

function openExchange(take: (message: Message) => void) {
  const channel = openChannel(name, data => {
    const message = v.safeParse(Message, data)
    if (message.success) take(message.output)
  })
  return { say: (message: Message) => channel?.postMessage(message), close: () => channel?.close() }
}

/**
 * Gives tickets to other pages of the desktop.
 *
 * @param renew gets a ticket; rejects if this page has no way to one
 * @returns the clean-up
 */
export function giveTickets(desktop: string, renew: (signal: AbortSignal) => Promise<string>) {
  const over = new AbortController()
  const exchange = openExchange(async message => {
    if (message.type !== 'ticket.request' || message.desktop !== desktop) return
    const ticket = await renew(over.signal).catch(() => null)
    if (ticket && !over.signal.aborted) exchange.say({ type: 'ticket.reply', desktop, ticket })
  })
  return () => {
    over.abort()
    exchange.close()
  }
}

/** Asks other pages of the desktop for a ticket. Waits until one has it, or the signal aborts. */
export function wantTicket(desktop: string, signal: AbortSignal): Promise<string> {
  return new Promise(resolve => {
    const exchange = openExchange(message => {
      if (message.type !== 'ticket.reply' || message.desktop !== desktop) return
      exchange.close()
      resolve(message.ticket)
    })
    signal.addEventListener('abort', exchange.close)
    exchange.say({ type: 'ticket.request', desktop })
  })
}
