export type ResourceEvent =
  /** Begin to fetch and poll; a resource sleeps until somebody needs it. */
  | { type: 'resource.activate' }
  | { type: 'resource.deactivate' }
  /** Fetch now. During a fetch: fetch once more after it, since it may have missed the change. */
  | { type: 'resource.refresh' }
  /** It may have changed. The same, but not while the page is hidden: once it is shown, it is fetched anyway. */
  | { type: 'resource.stale' }
