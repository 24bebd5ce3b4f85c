import * as v from 'valibot'

/** ISO 8601 in UTC, for example `2026-05-01T09:00:00.000Z`. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp())

export const Slug = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Markdown by language tag: `{en: '…', de: '…'}`. */
export type LocalText = Readonly<Record<string, string>>

/** `v.record` would add a thousand characters to the app's first load, and only this schema would use it. */
export const LocalText = v.custom<LocalText>(
  text =>
    typeof text === 'object' &&
    text !== null &&
    Object.values(text).every(one => typeof one === 'string'),
  'Invalid text: expected a text for each language',
)
