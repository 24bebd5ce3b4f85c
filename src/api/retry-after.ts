/**
 * The wait that a refusal asks for: milliseconds, from seconds or a date (RFC 9110 §10.2.3). The date is by the server's
 * clock. A longer wait than an hour, like a time of day by mistake, would stop the page until a reload. Default: a second.
 */
export function readRetryAfter(headers: Headers): number {
  const value = headers.get('retry-after') ?? ''
  const wait = 1000 * Number(value) || Date.parse(value) - Date.parse(headers.get('date') ?? '')
  return wait > 1000 ? Math.min(wait, 3_600_000) : 1000
}
