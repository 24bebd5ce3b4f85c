/** Sent by the API client for each attempt of each request. Ids grow in the order of the requests. */
export type NetworkEvent =
  | { type: 'request.opened'; id: number }
  | { type: 'request.succeeded'; id: number }
  | { type: 'request.failed'; id: number }
  | { type: 'request.cancelled'; id: number }

/** Tells the API client that a request may be sent now. */
export type NetworkEmitted = { type: 'request.released'; id: number }
