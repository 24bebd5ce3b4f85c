import type { CDPSession } from 'playwright'

/** Times are milliseconds since the epoch; null: not yet. */
export interface SeenRequest {
  readonly address: string
  /** Whether something may wait for it: it is neither a picture nor an icon. */
  readonly isNeeded: boolean
  readonly sentAt: number
  answeredAt: number | null
  endedAt: number | null
  /** The bytes on the connection, with headers. */
  bytes: number
  /** Whether a cache or a service worker answered. */
  isLocal: boolean
}

const neededTypes = new Set(['Document', 'Script', 'Stylesheet', 'Fetch', 'XHR'])

/** Notes the requests of a page from now on. A redirect is a request of its own. */
export function watchRequests(cdp: CDPSession): readonly SeenRequest[] {
  const all: SeenRequest[] = []
  const open = new Map<string, SeenRequest>()
  /** Seconds between the browser's clock and the epoch. */
  let offset = 0
  const at = (timestamp: number) => timestamp * 1000 + offset

  cdp.on('Network.requestWillBeSent', event => {
    const { requestId, request, timestamp, wallTime, type = 'Other', redirectResponse } = event
    offset = wallTime * 1000 - timestamp * 1000
    const before = open.get(requestId)
    if (before && redirectResponse) {
      before.answeredAt = before.endedAt = at(timestamp)
      before.bytes = redirectResponse.encodedDataLength
    }
    const isLocal = /^(data|blob):/.test(request.url)
    const sent = { answeredAt: null, endedAt: null, bytes: 0, isLocal }
    const isNeeded = neededTypes.has(type)
    const seen = { address: request.url, isNeeded, sentAt: at(timestamp), ...sent }
    open.set(requestId, seen)
    all.push(seen)
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = open.get(requestId)
    if (request) request.isLocal = true
  })
  cdp.on('Network.responseReceived', ({ requestId, response, timestamp }) => {
    const request = open.get(requestId)
    if (!request) return
    request.answeredAt = at(timestamp)
    request.bytes = response.encodedDataLength
    request.isLocal ||= Boolean(response.fromDiskCache || response.fromServiceWorker)
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = open.get(requestId)
    if (!request) return
    request.endedAt = at(timestamp)
    request.bytes = encodedDataLength
  })
  return all
}

/** The requests that went over the connection and were answered before `until`. */
export const before = (requests: readonly SeenRequest[], until: number) =>
  requests.filter(
    ({ isLocal, answeredAt }) => !isLocal && answeredAt !== null && answeredAt <= until,
  )

/** The longest row of requests, each of which was sent after the one before it was answered. */
export function longestRow(requests: readonly SeenRequest[]): readonly SeenRequest[] {
  const rows: SeenRequest[][] = []
  const needed = requests.filter(({ isNeeded }) => isNeeded)
  for (const request of needed.toSorted((a, b) => a.sentAt - b.sentAt)) {
    const earlier = rows.filter(row => (row.at(-1)?.answeredAt ?? Infinity) <= request.sentAt)
    const longest = earlier.reduce<SeenRequest[]>(
      (best, row) => (row.length > best.length ? row : best),
      [],
    )
    rows.push([...longest, request])
  }
  return rows.reduce((best, row) => (row.length > best.length ? row : best), [])
}
