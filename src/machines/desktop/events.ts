/** How the desktop's picture meets the window: shrunk to fit, made as large as it, or left alone. */
export type Scaling = 'fit' | 'resize' | 'actual'

/** From 0, for a very slow line, to 4. */
export type QualityStep = 0 | 1 | 2 | 3 | 4

/** What the user has chosen for good. */
export interface Preferences {
  readonly scaling: Scaling
  readonly quality: QualityStep | 'auto'
}

/** Keys that can be held for the next one, for keyboards that lack them. */
export type HoldableKey = 'Control' | 'Alt' | 'AltGr' | 'Super'
type FunctionKey = `F${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`
export type KeyName = HoldableKey | FunctionKey | 'Escape' | 'Tab' | 'Delete'

/** One look at the line, every two seconds. */
export interface LinkSample {
  /** Milliseconds to the platform and back, behind all that waits in the line. */
  readonly latency: number
  /** The least of the last samples. */
  readonly idleLatency: number
  /** Bytes a second since the last sample. */
  readonly bandwidth: number
}

/** What views send. */
export type DesktopEvent =
  /** Try now: while pausing between attempts, or after having given up. */
  | { type: 'desktop.connect' }
  | { type: 'scaling.choose'; scaling: Scaling }
  | { type: 'quality.choose'; quality: QualityStep | 'auto' }
  | { type: 'viewOnly.toggle' }
  /** Pressed in this order, and released in the other. */
  | { type: 'keys.press'; keys: readonly KeyName[] }
  | { type: 'key.toggle'; key: HoldableKey }
  /** Type a text key by key, for places that take no clipboard. */
  | { type: 'text.type'; text: string }
  /** Make a text the desktop's clipboard. */
  | { type: 'clipboard.send'; text: string }
  /** Try again to put the desktop's text into the browser's clipboard, after a click. */
  | { type: 'clipboard.take' }
  | { type: 'keyboard.show' }
  | { type: 'fullscreen.toggle' }

/** What the connection tells. */
export type ConnectionEvent =
  | { type: 'line.opened' }
  /** The desktop has answered. */
  | { type: 'line.greeted' }
  /** Its first picture is shown. */
  | { type: 'line.connected' }
  | { type: 'line.lost' }
  | { type: 'ticket.refused' }
  /** The desktop was stopped. */
  | { type: 'desktop.ended' }
  | { type: 'link.measured'; sample: LinkSample }
  /** The desktop's clipboard changed. */
  | { type: 'clipboard.received'; text: string }
  /** The user pressed Esc twice. */
  | { type: 'focus.left' }

/** The browser is online again, or its page is looked at again. */
export type NetworkReturned = { type: 'network.returned' }

/** What the connection is told. */
export type ConnectionCommand =
  | { type: 'settings.apply'; scaling: Scaling; quality: QualityStep; viewOnly: boolean }
  | Extract<DesktopEvent, { type: 'keys.press' | 'text.type' | 'clipboard.send' }>
  | { type: 'key.hold'; key: HoldableKey; down: boolean }
  /** Those that are held. */
  | { type: 'keys.release'; keys: readonly HoldableKey[] }
  | { type: 'keyboard.show' }
