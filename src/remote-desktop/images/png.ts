/** More pixels than any clipboard has. Some browsers would draw nothing, and say nothing. */
const longestSide = 16_384

/**
 * Draws an image anew as PNG. Nothing of it is kept but its picture.
 *
 * @returns null if this browser cannot show it
 */
export async function toPng(image: Blob): Promise<Blob | null> {
  const picture = await createImageBitmap(image).catch(() => null)
  if (!picture || Math.max(picture.width, picture.height) > longestSide) return null
  try {
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')?.drawImage(picture, 0, 0)
    return await canvas.convertToBlob({ type: 'image/png' })
  } finally {
    picture.close()
  }
}
