import type { SoundState } from '../../api/contract.ts'

/** Why nothing is heard. */
export type SoundFailure =
  /** The desktop does not send its sound. */
  | 'desktop'
  /** The browser turned out to be unable to play it. */
  | 'browser'
  /** The browser has no decoder, or offers none on an address without TLS. */
  | 'unsupported'

/** Sent by views. */
export type DesktopSoundEvent =
  | { type: 'sound.listen' }
  | { type: 'sound.mute' }
  /** Close the message about what went wrong. */
  | { type: 'failure.closed' }

/** Reported by the connection. */
export type SoundReport =
  | { type: 'sound.reported'; sound: SoundState['sound'] }
  | { type: 'connection.lost' }

/** Reported by the speaker. */
export type SpeakerFailed = { type: 'speaker.failed' }
