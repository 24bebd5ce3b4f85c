import type { Page } from 'playwright'

/** Two pictures, pixel by pixel. */
export interface Difference {
  /** Pixels that are not the same, and those that only the larger picture has. */
  readonly pixels: number
  /** A PNG with equal pixels pale and different ones red; null: there is no difference. */
  readonly picture: Buffer | null
}

/** Compares two PNG files in a page, since a browser reads them without a library. */
export async function differenceOf(page: Page, base: Buffer, now: Buffer): Promise<Difference> {
  if (base.equals(now)) return { pixels: 0, picture: null }
  const { pixels, url } = await page.evaluate(
    async ([base, now]) => {
      const read = async (url: string) => {
        const image = new Image()
        image.src = url
        await image.decode()
        return image
      }
      const images = [await read(base), await read(now)]
      const width = Math.max(...images.map(image => image.width))
      const height = Math.max(...images.map(image => image.height))
      const contextOf = () => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d', { willReadFrequently: true })
        if (!context) throw new Error('There is no canvas.')
        return context
      }
      const dataOf = (image: HTMLImageElement) => {
        const context = contextOf()
        context.drawImage(image, 0, 0)
        return context.getImageData(0, 0, width, height)
      }
      const [one, other] = images.map(dataOf) as [ImageData, ImageData]
      const result = contextOf()
      const drawn = result.createImageData(width, height)
      let pixels = 0
      for (let at = 0; at < drawn.data.length; at += 4) {
        const isSame = [0, 1, 2, 3].every(part => one.data[at + part] === other.data[at + part])
        if (!isSame) pixels += 1
        const pale = (part: number) => 255 - (255 - (other.data[at + part] ?? 0)) * 0.25
        drawn.data.set(isSame ? [pale(0), pale(1), pale(2), 255] : [220, 0, 0, 255], at)
      }
      result.putImageData(drawn, 0, 0)
      return { pixels, url: result.canvas.toDataURL('image/png') }
    },
    [urlOf(base), urlOf(now)] as const,
  )
  if (pixels === 0) return { pixels, picture: null }
  return { pixels, picture: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64') }
}

const urlOf = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`
