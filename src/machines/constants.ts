/** Milliseconds between two polls of user, stats and instance (spec §9). */
export const POLL_INTERVAL = 10_000
/** The team is refetched every minute (spec §9). */
export const TEAM_INTERVAL = 60_000
/** Scoreboard and solve times: five times the base interval (spec §9). */
export const SLOW_INTERVAL = 5 * POLL_INTERVAL
/** Milliseconds between two polls while something starts or stops. */
export const BUSY_INTERVAL = 2_000
/** The pause between two probes of the network (spec §9). */
export const RETRY_DELAY = 2_000
/** Milliseconds left from which on the time is red (spec §9). */
export const WARNING_MINUTES = 5
/** The longest single delay, in milliseconds: a longer one may overflow `setTimeout`, and timers stop
 * while a laptop sleeps. Then the clock is compared again. */
export const LONGEST_DELAY = 30_000
/** How long a refused button shakes. */
export const SHAKE_TIME = 600
