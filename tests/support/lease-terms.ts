export const minute = 60_000

/** An hour, and half an hour more in its last quarter, but never beyond the event's end. */
export const leaseTerms = (event: { end: number }) => () => ({
  lifetimeMs: 60 * minute,
  extensionMs: 30 * minute,
  extendableInLastMs: 15 * minute,
  end: event.end,
})
