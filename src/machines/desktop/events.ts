import type { Sharing } from '../../api/contract.ts'

/** How picture and window fit: the picture is scaled, the desktop is resized, or neither. */
export type Scaling = 'fit' | 'resize' | 'actual'

/** From 0, for a very slow connection, to 4. */
export type QualityStep = 0 | 1 | 2 | 3 | 4

/** The size of texts on the desktop, in percent; auto: as the page's own. */
export type TextSize = 'auto' | 100 | 150 | 200

/** What the user has chosen, and the browser keeps. */
export interface Preferences {
  readonly scaling: Scaling
  readonly quality: QualityStep | 'auto'
  readonly textSize: TextSize
}

/** Keys that can be pressed together with the next one, for keyboards that lack them. */
export type HoldableKey = 'Control' | 'Alt' | 'AltGr' | 'Super'
type FunctionKey = `F${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12}`
type BrowserKey = 'W' | 'T' | 'N'
export type KeyName = HoldableKey | FunctionKey | BrowserKey | 'Escape' | 'Tab' | 'Delete'

/** Whose page it is: the page of an owner with team mates, or who plays alone, or of a team mate who watches. */
export type Role = 'owner' | 'alone' | 'watcher'

/** One measurement of the connection, every two seconds. */
export interface ConnectionSample {
  /** Milliseconds to the platform and back, including what is queued in the connection. */
  readonly latency: number
  /** The least of the last samples. */
  readonly idleLatency: number
  /** Bytes a second since the last sample. */
  readonly bandwidth: number
  /** The part of the changes that looks like photos, from 0 to 1; null if nothing has changed. */
  readonly photos: number | null
}

/** Sent by views. */
export type DesktopEvent =
  /** Try now, between two attempts or after the last one. */
  | { type: 'desktop.connect' }
  | { type: 'scaling.choose'; scaling: Scaling }
  | { type: 'quality.choose'; quality: QualityStep | 'auto' }
  | { type: 'textSize.choose'; textSize: TextSize }
  | { type: 'viewOnly.toggle' }
  /** Pressed in this order, and released in reverse. */
  | { type: 'keys.press'; keys: readonly KeyName[] }
  | { type: 'key.toggle'; key: HoldableKey }
  /** Type a text key by key, for places that do not accept the clipboard. */
  | { type: 'text.type'; text: string }
  /** Put a text into the desktop's clipboard. */
  | { type: 'clipboard.send'; text: string }
  /** Try again to put the desktop's text into the browser's clipboard, after a click. */
  | { type: 'clipboard.take' }
  | { type: 'keyboard.show' }
  | { type: 'fullscreen.toggle' }
  /** Let team mates watch by a link, or stop that. */
  | { type: 'sharing.begin' }
  | { type: 'sharing.end' }

/** Reported by the connection. */
export type ConnectionEvent =
  | { type: 'connection.opened' }
  /** The desktop has answered. */
  | { type: 'connection.greeted' }
  /** Its first picture is shown. */
  | { type: 'connection.painted' }
  | { type: 'connection.lost' }
  | { type: 'ticket.refused' }
  /** The desktop was stopped. */
  | { type: 'desktop.ended' }
  | { type: 'connection.measured'; sample: ConnectionSample }
  /** The desktop's clipboard changed. */
  | { type: 'clipboard.received'; text: string }
  /** The link for team mates, and who watches. */
  | { type: 'sharing.reported'; sharing: Sharing }
  /** The user pressed Esc twice. */
  | { type: 'focus.left' }

/** The browser is online again, or the page is visible again. */
export type NetworkReturned = { type: 'network.returned' }

/** Sent to the connection. */
export type ConnectionCommand =
  | {
      type: 'settings.apply'
      scaling: Scaling
      quality: QualityStep
      /** The picture is sent as it is, whatever its quality. */
      exact: boolean
      viewOnly: boolean
      textSize: TextSize
    }
  | Extract<DesktopEvent, { type: 'keys.press' | 'text.type' | 'clipboard.send' }>
  | Extract<DesktopEvent, { type: 'sharing.begin' | 'sharing.end' }>
  | { type: 'key.hold'; key: HoldableKey; down: boolean }
  /** The keys that are pressed. */
  | { type: 'keys.release'; keys: readonly HoldableKey[] }
  | { type: 'keyboard.show' }
