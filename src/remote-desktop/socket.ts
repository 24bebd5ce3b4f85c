import type { Channel } from '@novnc/novnc'
import { soundMark } from '../api/contract/desktop/messages.ts'

/** The platform's close code for a desktop that was stopped (platform/desktop/bridge.ts). */
const ENDED = 4410

export interface SocketHandlers {
  opened(): void
  /** Bytes of the picture have arrived. */
  received(bytes: number): void
  /** A text that was sent has returned. */
  echoed(text: string): void
  /** A report of the platform, as JSON. */
  reported(text: string): void
  /** A packet of the desktop's sound. */
  heard(packet: ArrayBuffer): void
  closed(why: 'refused' | 'ended' | 'lost'): void
}

export interface DesktopSocket {
  /** For noVNC, which gets only the binary messages. */
  readonly channel: Channel
  /** Sends a command, or another text, which the platform sends back. */
  send(text: string): void
  close(): void
}

/** Opens the WebSocket of a desktop. The ticket is a subprotocol, so that no log has it. */
export function openSocket(
  address: string,
  ticket: string,
  handlers: SocketHandlers,
): DesktopSocket {
  const socket = new WebSocket(address, ['guidon.desktop', ticket])
  const over = new AbortController()
  let isOpen = false
  let isSoundNext = false
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
    if (event.data === soundMark) {
      isSoundNext = true
      return
    }
    if (typeof event.data === 'string') {
      return event.data.startsWith('{')
        ? handlers.reported(event.data)
        : handlers.echoed(event.data)
    }
    if (isSoundNext) {
      isSoundNext = false
      return handlers.heard(event.data)
    }
    handlers.received(event.data.byteLength)
    try {
      channel.onmessage?.(event as MessageEvent<ArrayBuffer>)
    } catch (error) {
      // noVNC would wait for ever for the rest of what it could not read. A new connection begins from the start.
      channel.onmessage = null
      socket.close()
      reportError(error)
    }
  }
  // noVNC gets no errors: it would log each, and a close follows anyway.
  socket.onclose = async event => {
    const isRefused = !isOpen && (await isTicketRefused(address, ticket, over.signal))
    // Reported before noVNC gets the event, because noVNC knows no reasons.
    if (isRefused) handlers.closed('refused')
    else handlers.closed(event.code === ENDED ? 'ended' : 'lost')
    channel.onclose?.(event)
  }
  return {
    channel,
    send: text => socket.readyState === WebSocket.OPEN && socket.send(text),
    close() {
      over.abort()
      socket.close()
    },
  }
}

/** Browsers do not say why a WebSocket was refused. The same address says it by HTTP. */
async function isTicketRefused(address: string, ticket: string, signal: AbortSignal) {
  const headers = { authorization: `Ticket ${ticket}` }
  const url = address.replace(/^ws/, 'http')
  const response = await fetch(url, { headers, signal }).catch(() => null)
  return response?.status === 401
}
