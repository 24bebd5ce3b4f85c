/**
 * Options of Node for a platform that lives as long as a test. The database's code is not compiled a second time for
 * speed, and one thread collects garbage. A start takes a quarter less processor time.
 */
export const shortLived = ['--liftoff-only', '--single-threaded-gc']
