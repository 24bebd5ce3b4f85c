/** For calls that nobody gives up. */
export const neverAborted = new AbortController().signal
