import type { Readable } from 'node:stream'

/** The sound of one running desktop. All that comes from there is the player's, and may be anything. */
export interface DesktopSound {
  /**
   * Begins to record. When the stream is destroyed, the recording ends.
   *
   * @returns what session/sound.py writes
   * @throws an error if it cannot begin, or the signal's reason
   */
  open(signal: AbortSignal): Promise<Readable>
}
