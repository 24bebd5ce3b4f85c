export type ResourceEvent =
  /** Begin to fetch and poll; a resource sleeps until somebody needs it. */
  | { type: 'resource.activate' }
  | { type: 'resource.deactivate' }
  /** Fetch now. During a fetch: fetch once more after it, since it may have missed the change. */
  | { type: 'resource.refresh' }
  /**
   * The data may have changed: fetch it, but not while the page is hidden. A page that is shown again fetches
   * it anyway.
   */
  | { type: 'resource.stale' }
