import type { Channel } from '@novnc/novnc'

/** How the platform says that the desktop is over (platform/desktop/bridge.ts). */
const ended = 4410

export interface LineHandlers {
  opened(): void
  /** Bytes of the picture have come. */
  received(bytes: number): void
  /** A text that was sent has come back. */
  echoed(text: string): void
  closed(why: 'refused' | 'ended' | 'lost'): void
}

export interface Line {
  /** For noVNC: the binary messages only. */
  readonly channel: Channel
  /** Sends a text that the platform sends back. */
  echo(text: string): void
  close(): void
}

/** Opens the WebSocket of a desktop; the ticket goes as a subprotocol and so not into logs. */
export function openLine(address: string, ticket: string, handlers: LineHandlers): Line {
  const socket = new WebSocket(address, ['guidon.desktop', ticket])
  const over = new AbortController()
  let isOpen = false
  socket.binaryType = 'arraybuffer'
  const channel: Channel = {
    binaryType: 'arraybuffer',
    get protocol() {
      return socket.protocol
    },
    get readyState() {
      return socket.readyState
    },
    onopen: null,
    onmessage: null,
    onclose: null,
    onerror: null,
    send: data => socket.send(data as ArrayBufferView<ArrayBuffer>),
    close: () => socket.close(),
  }
  socket.onopen = event => {
    isOpen = true
    channel.onopen?.(event)
    handlers.opened()
  }
  socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
    if (typeof event.data === 'string') return handlers.echoed(event.data)
    handlers.received(event.data.byteLength)
    channel.onmessage?.(event as MessageEvent<ArrayBuffer>)
  }
  // noVNC is not told of errors: it would log each, and each is followed by its close.
  socket.onclose = async event => {
    const isRefused = !isOpen && (await isTicketRefused(address, ticket, over.signal))
    // Told before noVNC is: it knows no reasons.
    if (isRefused) handlers.closed('refused')
    else handlers.closed(event.code === ended ? 'ended' : 'lost')
    channel.onclose?.(event)
  }
  return {
    channel,
    echo: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close() {
      over.abort()
      socket.close()
    },
  }
}

/** Browsers do not tell why a WebSocket was refused, but the same address tells by HTTP. */
async function isTicketRefused(address: string, ticket: string, signal: AbortSignal) {
  const headers = { authorization: `Ticket ${ticket}` }
  const url = address.replace(/^ws/, 'http')
  const answer = await fetch(url, { headers, signal }).catch(() => null)
  return answer?.status === 401
}
