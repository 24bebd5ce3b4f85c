export type ResourceEvent =
  /** Begins to fetch and poll; a resource sleeps until it is needed. */
  | { type: 'resource.activate' }
  | { type: 'resource.deactivate' }
  /** Fetches now. During a fetch: fetches once more after it, since it may have missed the change. */
  | { type: 'resource.refresh' }
  /**
   * The data may have changed: it is fetched, but not while the page is hidden. A page that is shown again fetches
   * it anyway.
   */
  | { type: 'resource.stale' }
