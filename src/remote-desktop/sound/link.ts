import type { SoundCommand, SoundState } from '../../api/contract/desktop/messages.ts'
import type { SoundReport } from '../../machines/desktop-sound/events.ts'

/** Joins the speaker to the present connection. Either may end and begin without the other. */
export interface SoundLink {
  /** For the connection. @returns to be called at its end */
  attach(send: (text: string) => void): () => void
  reported(sound: SoundState['sound']): void
  received(packet: ArrayBuffer): void
  /** Calls back with what the connection reports. */
  onReport(to: (event: SoundReport) => void): void
  /** Sends a command, if there is a connection. */
  command(text: SoundCommand): void
  /** Calls back with each packet. @returns ends it */
  onPacket(take: (packet: ArrayBuffer) => void): () => void
}

export function createSoundLink(): SoundLink {
  const nothing = () => undefined
  let send: (text: string) => void = nothing
  let tell: (event: SoundReport) => void = nothing
  let takePacket: (packet: ArrayBuffer) => void = nothing
  return {
    attach(to) {
      send = to
      return () => {
        send = nothing
        tell({ type: 'connection.lost' })
      }
    },
    reported: sound => tell({ type: 'sound.reported', sound }),
    received: packet => takePacket(packet),
    onReport(to) {
      tell = to
    },
    command: text => send(text),
    onPacket(take) {
      takePacket = take
      return () => {
        takePacket = nothing
      }
    },
  }
}
