import type { WebSocket } from 'ws'
import {
  type SoundState,
  soundCommandIn,
  soundMark,
} from '../../../src/api/contract/desktop/messages.ts'
import type { Clock } from '../../clock.ts'
import type { Log } from '../../log.ts'
import type { DesktopSound } from './desktop-sound.ts'
import { record } from './record.ts'

/** Bytes that wait for a page. Beyond them it gets no sound: the picture must not wait, and sound must not be late. */
const maxWaiting = 64 * 1024
/**
 * How long a recording goes on without a listener, in milliseconds. So a user who turns it off and on does not
 * start a program each time.
 */
const lingerMs = 2000
/** A desktop whose recording failed is asked again after this time, in milliseconds. */
const restMs = 2000

interface SoundsOptions {
  /** Null: it has none. */
  soundOf(id: string): DesktopSound | null
  clock: Clock
  log: Log
}

interface Recording {
  listeners: Set<WebSocket>
  isReady: boolean
  stop: AbortController
  /** Null: somebody listens. */
  cancelLinger: (() => void) | null
}

/** The sound of all desktops. One is recorded while one page or more listens to it. */
export function createSounds({ soundOf, clock, log }: SoundsOptions) {
  const recordings = new Map<string, Recording>()
  const resting = new Set<string>()

  function begin(id: string, page: WebSocket): void {
    const sound = soundOf(id)
    if (!sound) return
    if (resting.has(id)) return void tell(page, 'failed')
    const recording = recordings.get(id) ?? open(id, sound)
    recording.cancelLinger?.()
    recording.cancelLinger = null
    recording.listeners.add(page)
    if (recording.isReady) tell(page, 'on')
  }

  function open(id: string, sound: DesktopSound): Recording {
    const recording: Recording = {
      listeners: new Set(),
      isReady: false,
      cancelLinger: null,
      stop: new AbortController(),
    }
    const { listeners, stop } = recording
    recordings.set(id, recording)
    record(sound, stop.signal, clock, {
      ready() {
        recording.isReady = true
        for (const page of listeners) tell(page, 'on')
      },
      packet(data) {
        for (const page of listeners) play(page, data)
      },
    }).catch(error => {
      if (stop.signal.aborted) return
      log.warn({ desktop: id, err: error }, "a desktop's sound was lost")
      recordings.delete(id)
      resting.add(id)
      clock.after(restMs, () => resting.delete(id))
      for (const page of listeners) tell(page, 'failed')
    })
    return recording
  }

  function end(id: string, page: WebSocket): void {
    const recording = recordings.get(id)
    if (!recording?.listeners.delete(page) || recording.listeners.size > 0) return
    recording.cancelLinger = clock.after(lingerMs, () => dismiss(id))
  }

  function dismiss(id: string): void {
    const recording = recordings.get(id)
    recordings.delete(id)
    recording?.cancelLinger?.()
    recording?.stop.abort()
  }

  return {
    /** To be called for a page that has joined: it may listen to the sound. */
    joined(id: string, page: WebSocket) {
      if (!soundOf(id)) return
      tell(page, 'off')
      page.once('close', () => end(id, page))
    },
    /** Whether a text was a command about sound. */
    takeCommand(id: string, page: WebSocket, text: string): boolean {
      const command = soundCommandIn(text)
      if (command === 'sound.begin') begin(id, page)
      if (command === 'sound.end') end(id, page)
      return command !== null
    },
    /** To be called when a desktop has ended. */
    dismiss,
    close() {
      for (const id of [...recordings.keys()]) dismiss(id)
    },
  }
}

function tell(page: WebSocket, sound: SoundState['sound']): void {
  if (page.readyState !== page.OPEN) return
  page.send(JSON.stringify({ sound } satisfies SoundState))
}

function play(page: WebSocket, packet: Buffer): void {
  if (page.readyState !== page.OPEN || page.bufferedAmount > maxWaiting) return
  page.send(soundMark)
  page.send(packet, { binary: true })
}
