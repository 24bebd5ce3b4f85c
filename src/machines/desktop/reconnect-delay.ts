/** The delay grows from this to the longest, in milliseconds. */
const FIRST_DELAY = 250
/** Short enough, with its jitter, to reconnect within two seconds after the network is back. */
const LONGEST_DELAY = 1_200
/**
 * If 2,000 desktops are cut at once, at most 800 reconnect in the same tenth of a second, and at most
 * 250 after a cut of some seconds.
 */
const JITTER = 0.33

/**
 * Milliseconds to wait after this many attempts.
 *
 * @param random from 0 to 1; spreads the delay by its jitter, up and down
 */
export function delayBefore(attempts: number, random: number): number {
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** Math.max(0, attempts - 1))
  return delay * (1 + JITTER * (2 * random - 1))
}
