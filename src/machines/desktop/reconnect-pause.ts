/** The pause grows from this to the longest, in milliseconds. */
const FIRST_PAUSE = 250
/** Short enough, with its jitter, to reconnect within two seconds after the network is back. */
const MAX_PAUSE = 1_200
/**
 * If 2,000 desktops are cut at once, at most 800 reconnect in the same tenth of a second, and at most
 * 250 after a cut of some seconds.
 */
const JITTER = 0.33

/**
 * Milliseconds to wait after this many attempts.
 *
 * @param random from 0 to 1; spreads the pause by its jitter, up and down
 */
export function pauseBefore(attempts: number, random: number): number {
  const pause = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** Math.max(0, attempts - 1))
  return pause * (1 + JITTER * (2 * random - 1))
}
