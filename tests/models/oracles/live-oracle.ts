import type { liveMachine } from '../../../src/machines/live/machine.ts'
import { isConnected } from '../../../src/machines/live/selectors.ts'
import type { Oracle } from '../harness/fixtures.ts'

/** What is seen of one tab. */
interface Seen {
  /** It may open the stream. */
  readonly hasTurn: boolean
  /** It asks for the stream, or has it. */
  readonly hasRequest: boolean
  /** The app relies on news, and polls seldom. */
  readonly relies: boolean
}

/** The rules of ARCHITECTURE.md, from what happened alone. */
export const liveOracle: Oracle<typeof liveMachine> = (_, input) => {
  const isOnline = input === 0
  const nothing: Seen = { hasTurn: false, hasRequest: false, relies: false }
  let isOn = false
  let isOpen = false
  let seen = nothing

  const rules: Readonly<Record<string, () => Seen>> = {
    'live.enable': () => {
      isOn = true
      return seen
    },
    // Whoever relied on another tab goes on to rely: a stream that is resumed says what was missed.
    'turn.begun': () => (seen.hasTurn ? seen : { ...seen, hasTurn: true, hasRequest: true }),
    'turn.ended': () => nothing,
    'tab.heard': () => (seen.hasTurn ? seen : { ...seen, relies: true }),
    'tab.lost': () => (seen.hasTurn ? seen : nothing),
    'stream.opened': () => {
      isOpen = true
      return { ...seen, relies: true }
    },
    // An open stream is lost only when it cannot be opened again.
    'stream.ended': () => ({ ...seen, hasRequest: false, relies: isOpen }),
    'the next timer runs': () => {
      if (!seen.hasTurn) return nothing
      // The server was silent.
      if (seen.hasRequest) return { ...seen, hasRequest: false }
      // The pause is over.
      return isOnline ? { ...seen, hasRequest: true } : { ...seen, relies: false }
    },
  }

  return {
    expect(happened) {
      const [name = ''] = happened.split(' #')
      const before = seen
      if (isOn || name === 'live.enable') seen = rules[name]?.() ?? seen
      if (!seen.hasRequest || !before.hasRequest) isOpen = false
      return seen
    },
    see: snapshot => ({
      hasTurn: snapshot.matches({ on: 'leading' }),
      hasRequest: snapshot.matches({ on: { leading: 'open' } }),
      relies: isConnected(snapshot),
    }),
  }
}
