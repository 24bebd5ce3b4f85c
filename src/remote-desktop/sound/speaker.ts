import { fromCallback } from 'xstate'
import type { SpeakerFailed } from '../../machines/desktop-sound/events.ts'
import type { SoundLink } from './link.ts'

/** Browsers have the decoder on secure addresses only. */
export const canPlaySound = () => 'AudioDecoder' in globalThis && 'AudioContext' in globalThis

/**
 * Plays the desktop's sound. It starts within the click itself, because Safari allows sound at no other moment.
 */
export const speaker = (link: SoundLink) =>
  fromCallback<SpeakerFailed>(({ sendBack }) => {
    const context = new AudioContext({ latencyHint: 'interactive', sampleRate: 48_000 })
    const fail = () => sendBack({ type: 'speaker.failed' })
    const over = new AbortController()
    context.resume().catch(fail)
    import('./playback.ts')
      .then(({ createPlayback }) => {
        if (over.signal.aborted) return
        const playback = createPlayback(context, fail)
        const leave = link.onPacket(playback.take)
        over.signal.addEventListener('abort', () => {
          leave()
          playback.close()
        })
      })
      .catch(fail)
    return () => {
      over.abort()
      context.close().catch(() => undefined)
    }
  })
