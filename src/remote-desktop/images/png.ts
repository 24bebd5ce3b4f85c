/** The longest side, in pixels. Some browsers would draw nothing of a larger image, and report no error. */
const MAX_SIDE = 16_384

/**
 * Draws an image again as PNG. Only its pixels are kept.
 *
 * @returns null if this browser cannot show it
 */
export async function toPng(image: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(image).catch(() => null)
  if (!picture || Math.max(picture.width, picture.height) > MAX_SIDE) return null
  try {
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    picture.close()
  }
}
