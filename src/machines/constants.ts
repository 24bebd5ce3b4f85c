/** Milliseconds between two polls of user, stats, instance and Flugzeug (spec §9). */
export const POLL_INTERVAL = 10_000
/** Milliseconds between two polls of the team (spec §9). */
export const TEAM_INTERVAL = 60_000
/** Milliseconds between two polls of what the live stream announces. */
export const LIVE_INTERVAL = 60_000
/** Milliseconds between two polls of scoreboard and solve times (spec §9), and of other data that changes seldom. */
export const SLOW_INTERVAL = 5 * POLL_INTERVAL
/** The interval of what is read once, and again when it may have changed. */
export const ONCE = Number.POSITIVE_INFINITY
/** Milliseconds between two polls while something starts or stops. */
export const BUSY_INTERVAL = 2_000
/** Milliseconds between two probes of the network (spec §9). */
export const RETRY_DELAY = 2_000
/** The time left is red from this many minutes on (spec §9). */
export const WARNING_MINUTES = 5
/**
 * The longest single delay of a wait, in milliseconds. Then the clock is compared again: a long delay may
 * overflow `setTimeout`, and timers stop while a laptop sleeps.
 */
export const MAX_DELAY = 30_000
/** How long a refused button shakes, in milliseconds. */
export const SHAKE_TIME = 600
