/**
 * How many samples in a row had changes without a photo, from 1 on. 0 and below: so many more are needed until the
 * first one counts.
 */
export type PlainSamples = number

/** At least this part of what changes looks like photos: more would be lost by sending them exactly. */
const PHOTOS = 0.1
/**
 * Samples without a photo, after one with photos. A photo that is sent exactly takes seconds on a slow connection, so
 * there it is awaited for longer.
 */
const DOUBT = { fast: 2, slow: 8 }

/** Nothing is known of the picture: it may be a photo. */
export const nothingSeen: PlainSamples = 0

/**
 * @param photos the part of what has changed that looks like photos; null if nothing has changed
 */
export function look(plain: PlainSamples, photos: number | null, isFast: boolean): PlainSamples {
  if (photos === null) return plain
  return photos < PHOTOS ? plain + 1 : -(isFast ? DOUBT.fast : DOUBT.slow)
}

/**
 * Text and windows have few colours. Sent exactly, they take a third to a half of the bytes that they take as JPEG,
 * and they are sharp at once.
 */
export const isSentExactly = (plain: PlainSamples) => plain > 0
