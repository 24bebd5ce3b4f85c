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
    addEventListener<K extends keyof RfbEvents>(
      type: K,
      listener: (event: RfbEvents[K]) => void,
    ): void
    disconnect(): void
    static readonly messages: {
      /** Private: sends contents of the clipboard. It changes the list of texts. */
      extendedClipboardProvide(socket: RFB['_sock'], formats: number[], texts: string[]): void
    }
    /** Private: which formats the server's extended clipboard takes; none if it has only the plain one. */
    readonly _clipboardServerCapabilitiesFormats: Readonly<Record<number, boolean>>
    /** Private: parses the data that has arrived. */
    _handleMessage(): void
    /** Private: `qualityLevel` without its bounds. */
    _qualityLevel: number
    _rfbConnectionState: string
    /** Private: the size of the whole desktop. */
    readonly _fbWidth: number
    readonly _fbHeight: number
    /** Private: the data that has arrived. */
    readonly _sock: {
      /** Whether fewer bytes than that have arrived. */
      rQwait(message: string, bytes: number, back?: number): boolean
      rQpeek8(): number
      rQpeekBytes(bytes: number): Uint8Array
    }
    /** Private: the head of the rectangle that is being read. */
    readonly _FBU: { x: number; y: number; width: number; height: number; encoding: number }
    /** Private: what reads the rectangles of each encoding. */
    readonly _decoders: Record<number, object>
    /** Private: read a message, and a rectangle; false if it has not arrived completely. */
    _normalMsg(): boolean
    _handleRect(): boolean
    readonly _canvas: HTMLCanvasElement
    /** Private: takes the size of the whole desktop. */
    _resize(width: number, height: number): void
    /** Private: the part of the desktop that is shown. */
    readonly _display: {
      clipViewport: boolean
      scale: number
      readonly _viewportLoc: { x: number; y: number }
      viewportChangeSize(width: number, height: number): void
      viewportChangePos(deltaX: number, deltaY: number): void
    }
    /** Private: the size of the page, and when the page last requested it. */
    _screenSize(): { w: number; h: number }
    _pendingRemoteResize: boolean
    _lastResize: number
    _resizeTimeout: ReturnType<typeof setTimeout> | undefined
    _requestRemoteResize(): void
    _updateClip(): void
    /** Private: false if it has not arrived completely. */
    _handleExtendedDesktopSize(): boolean
    /** Private: a place on the canvas, and the buttons that are pressed. */
    _sendMouse(x: number, y: number, mask: number): void
    /** Private: tells the server which encodings it may use. */
    _sendEncodings(): void
    /** Private: sets how large a pixel of the desktop is shown. */
    _updateScale(): void
    _fixScrollbars(): void
    /** Private: fits picture and window to each other. */
    _handleResize(): void
    clipboardPasteFrom(text: string): void
    /** Without `down`, the key is pressed and released. */
    sendKey(keysym: number, code: string | null, down?: boolean): void
  }
}
