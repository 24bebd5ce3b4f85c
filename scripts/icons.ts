// Draws public/favicon.svg as the PNG pictures that phones show: `node scripts/icons.ts`. They are in the
// repository, so that a build needs no browser. Run it after a change of the drawing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from './browser.ts'

const folder = join(import.meta.dirname, '../public')
const svg = readFileSync(join(folder, 'favicon.svg'), 'utf8')
/** Phones cut off the corners themselves, so the background fills the square. */
const square = svg.replace(' rx="7"', '')
/** Phones show a circle of 80 % of a maskable icon, so the drawing is smaller, and the background is not. */
const maskable = svg
  .replace(
    /<rect[^>]*>/,
    '<rect width="32" height="32" fill="#1c1a17"/><g transform="translate(4.8 4.8) scale(.7)">',
  )
  .replace('</svg>', '</g></svg>')

const pictures = [
  { name: 'icon-192.png', size: 192, drawing: svg },
  { name: 'icon-512.png', size: 512, drawing: svg },
  { name: 'icon-maskable-512.png', size: 512, drawing: maskable },
  { name: 'apple-touch-icon.png', size: 180, drawing: square },
]

const browser = await openBrowser()
try {
  for (const { name, size, drawing } of pictures) {
    const page = await browser.newPage({ viewport: { width: size, height: size } })
    const sized = drawing.replace('<svg', `<svg width="${size}" height="${size}"`)
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${sized}`)
    await page.screenshot({ path: join(folder, name), omitBackground: true })
    await page.close()
  }
} finally {
  await browser.close()
}
