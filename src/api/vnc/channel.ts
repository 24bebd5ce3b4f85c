import type { Channel } from '@novnc/novnc'

/** How the platform says why it closed a socket (platform/desktop/bridge.ts). */
const closeCodes = { ticketRefused: 4401, ended: 4410 } as const

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
    channel.onopen?.(event)
    handlers.opened()
  }
  socket.onmessage = (event: MessageEvent<ArrayBuffer | string>) => {
    if (typeof event.data === 'string') return handlers.echoed(event.data)
    handlers.received(event.data.byteLength)
    channel.onmessage?.(event as MessageEvent<ArrayBuffer>)
  }
  // noVNC is not told of errors: it would log each, and each is followed by its close.
  socket.onclose = event => {
    // Told before noVNC is: it knows no reasons.
    if (event.code === closeCodes.ticketRefused) handlers.closed('refused')
    else handlers.closed(event.code === closeCodes.ended ? 'ended' : 'lost')
    channel.onclose?.(event)
  }
  return {
    channel,
    echo: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close: () => socket.close(),
  }
}
