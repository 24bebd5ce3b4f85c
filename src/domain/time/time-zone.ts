const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

/** The minutes that must be added to a zone's local time, at a moment, to get UTC. */
function offsetOf(timeZone: string, moment: Date): number {
  const parts = formatIn(timeZone).formatToParts(moment)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/** Node 20 does not have it. */
interface LocaleWithZones extends Intl.Locale {
  getTimeZones?(): string[] | undefined
}

/** The time zones of the region of a language tag, or of the region where most people speak that language. */
function zonesNear(tag: string): readonly string[] {
  try {
    const locale: LocaleWithZones = new Intl.Locale(tag).maximize()
    return locale.getTimeZones?.() ?? []
  } catch {
    // Browsers and their users may send anything.
    return []
  }
}

/**
 * A time zone with this offset, for the variable `TZ`, which knows names only: of the user's region, if it has one.
 * Otherwise, it may have another daylight saving time.
 *
 * @param offset as `Date.getTimezoneOffset` gives it
 * @param now milliseconds since the epoch
 * @param tag the browser's first language
 * @returns UTC if no zone has this offset
 */
export function zoneWithOffset(offset: number, now: number, tag: string): string {
  const moment = new Date(now)
  const hasOffset = (name: string) => offsetOf(name, moment) === offset
  const near = zonesNear(tag).find(hasOffset)
  if (near) return near
  const hours = offset / 60
  // The sign in these names is that of the offset: `Etc/GMT-1` is an hour ahead of UTC.
  if (Number.isInteger(hours) && hours >= -14 && hours <= 12)
    return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`
  return Intl.supportedValuesOf('timeZone').find(hasOffset) ?? 'UTC'
}
