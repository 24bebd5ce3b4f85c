/** What we use of noVNC, which ships no types. */
declare module '@novnc/novnc' {
  export interface RfbEvents {
    connect: CustomEvent<Record<string, never>>
    disconnect: CustomEvent<{ clean: boolean }>
    clipboard: CustomEvent<{ text: string }>
  }

  /** What RFB takes in place of a WebSocket of its own. */
  export interface Channel {
    binaryType: string
    readonly protocol: string
    readonly readyState: number
    onopen: ((event: Event) => void) | null
    onmessage: ((event: MessageEvent<ArrayBuffer>) => void) | null
    onclose: ((event: CloseEvent) => void) | null
    onerror: ((event: Event) => void) | null
    send(data: ArrayBufferView): void
    close(): void
  }

  export default class RFB {
    constructor(target: HTMLElement, channel: Channel, options?: { shared?: boolean })
    viewOnly: boolean
    focusOnClick: boolean
    scaleViewport: boolean
    resizeSession: boolean
    background: string
    qualityLevel: number
    compressionLevel: number
    addEventListener<K extends keyof RfbEvents>(type: K, hear: (event: RfbEvents[K]) => void): void
    disconnect(): void
    /** Private: reads what has arrived. */
    _handleMessage(): void
    /** Private: `qualityLevel` without its bounds. */
    _qualityLevel: number
    _rfbConnectionState: string
    /** Private: tells the server which encodings it may use. */
    _sendEncodings(): void
    clipboardPasteFrom(text: string): void
    /** Without `down`, the key is pressed and released. */
    sendKey(keysym: number, code: string | null, down?: boolean): void
  }
}
