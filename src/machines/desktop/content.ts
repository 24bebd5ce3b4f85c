/**
 * How many samples in a row had changes without a photo. A negative number says how many samples without a photo are
 * still ignored.
 */
export type PlainSamples = number

/** From this share of photos on, the picture is sent as JPEG: without loss, photos would take too long. */
const PHOTOS = 0.1
/**
 * How many samples without a photo must follow one with photos. Without loss, a photo takes seconds on a slow
 * connection, so more samples are needed there.
 */
const SAMPLES_WITHOUT_PHOTO = { fast: 2, slow: 8 }

/** Before the first sample. The picture may be a photo. */
export const nothingSeen: PlainSamples = 0

/**
 * @param photos the part of the changes that looks like photos; null if nothing has changed
 */
export function countPlain(
  plain: PlainSamples,
  photos: number | null,
  isFast: boolean,
): PlainSamples {
  if (photos === null) return plain
  return photos < PHOTOS
    ? plain + 1
    : -(isFast ? SAMPLES_WITHOUT_PHOTO.fast : SAMPLES_WITHOUT_PHOTO.slow)
}

/**
 * Text and windows have few colours. Sent exactly, they take a third to a half of the bytes that they take as JPEG,
 * and they are sharp at once.
 */
export const isSentExactly = (plain: PlainSamples) => plain > 0
