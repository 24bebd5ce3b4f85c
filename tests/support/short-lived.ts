/**
 * Options of Node for a platform that lives as long as a test: the database's code is compiled once, and not a
 * second time for speed, and one thread collects what is not needed. A start takes a quarter less processor time.
 */
export const shortLived = ['--liftoff-only', '--single-threaded-gc']
