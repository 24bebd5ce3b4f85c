/** All locks of the platform on its database that are numbers. No two may be equal, and no other program may use them. */
export const advisoryLocks = {
  /** One replica makes the tables. */
  migrations: 4_711_001,
  /** One organiser makes a change. */
  organiser: 4_711_002,
  /** The end of the event is moved, or a flag before it is stored. */
  end: 4_711_003,
} as const
