import type { SoundNews } from '../../api/contract.ts'

/** Why nothing is heard. */
export type SoundFailure =
  /** The desktop does not give it. */
  | 'desktop'
  /** The browser cannot play it after all. */
  | 'browser'
  /** The browser has no decoder, or gives it to this address not. */
  | 'unsupported'

/** What views send. */
export type DesktopSoundEvent =
  | { type: 'sound.listen' }
  | { type: 'sound.mute' }
  /** Enough of what went wrong. */
  | { type: 'failure.closed' }

/** Reported by the connection. */
export type SoundReport =
  | { type: 'sound.reported'; sound: SoundNews['sound'] }
  | { type: 'connection.lost' }

/** Reported by the player. */
export type PlayerFailed = { type: 'player.failed' }
