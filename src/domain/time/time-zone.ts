const zones = new Map<number, string>()

/** The minutes that must be added to a zone's local time, at a moment, to get UTC. */
function offsetOf(timeZone: string, moment: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const name = parts.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/**
 * A time zone with this offset, for the variable `TZ`, which knows names only. It may have another daylight saving
 * time.
 *
 * @param offset as `Date.getTimezoneOffset` gives it
 * @param now milliseconds since the epoch
 * @returns UTC if no zone has this offset
 */
export function zoneWithOffset(offset: number, now: number): string {
  const known = zones.get(offset)
  if (known) return known
  const hours = offset / 60
  // The sign in these names is that of the offset: `Etc/GMT-1` is an hour ahead of UTC.
  if (Number.isInteger(hours) && hours >= -14 && hours <= 12)
    return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`
  const moment = new Date(now)
  const all = Intl.supportedValuesOf('timeZone')
  const zone = all.find(name => offsetOf(name, moment) === offset) ?? 'UTC'
  zones.set(offset, zone)
  return zone
}
