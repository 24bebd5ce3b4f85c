// `npm run shots`: every page in every state, en and de, light and dark, phone and desk, from the
// real app on a real platform.
import './shots/slow-clock.ts'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright'
import { everyLanguage, type Language } from '../src/domain/languages.ts'
import { type RunningPlatform, spawnPlatform } from '../tests/e2e/platform.ts'
import { enter } from '../tests/support/participant.ts'
import { openBrowser } from './browser.ts'
import { createCommand } from './command.ts'
import { baseFolder, compareFolders } from './shots/compare.ts'
import { gatherCrowd } from './shots/crowd.ts'
import type { Scene, Stand, Width } from './shots/scene.ts'
import { scenes } from './shots/scenes.ts'
import { firstMoment } from './shots/slow-clock.ts'
import { withoutChance } from './shots/still.ts'

interface Options {
  readonly into: string
  readonly compare?: string
}

const program = createCommand(
  'npm run shots --',
  'Takes pictures of every page in every state, with an index page.',
)
  .argument('[scenes...]', 'only these')
  .option('--into <folder>', 'where the pictures go', 'shots')
  .option('--compare <base>', 'compare them with the pictures of this folder, or of this commit')
  .parse()
const wanted = program.args
const { into: folder, compare: base } = program.opts<Options>()
const unknown = wanted.filter(name => scenes.every(scene => scene.name !== name))
if (unknown.length > 0) {
  console.error(`There is no scene ${unknown.join(', ')}. Known are:`)
  console.error(scenes.map(({ name }) => `  ${name}`).join('\n'))
  process.exit(1)
}
// The platforms also use the clock of these pictures.
const clock = pathToFileURL(join(import.meta.dirname, 'shots/slow-clock.ts')).href
process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${clock}`
const schemes = ['light', 'dark'] as const
const heights: Record<Width, number> = { 360: 780, 1440: 900 }
const everyWidth: readonly Width[] = [360, 1440]

/** The times of the demo event, moved for each phase. */
const times: Record<Stand, string> = {
  upcoming: 'start: first start + 3d\nend: first start + 5d',
  running: 'start: first start - 1h\nend: first start + 2d',
  crowded: 'start: first start - 5d\nend: first start + 2d',
  over: 'start: first start - 10d\nend: first start - 9d',
}

const scratch = mkdtempSync(join(tmpdir(), 'guidon-shots-'))
const platforms = new Map<Stand, Promise<RunningPlatform>>()

function platformFor(event: Stand): Promise<RunningPlatform> {
  const known = platforms.get(event)
  if (known) return known
  const eventFolder = join(scratch, event)
  cpSync('events/demo', eventFolder, { recursive: true })
  const file = join(eventFolder, 'event.yaml')
  const yaml = readFileSync(file, 'utf8').replace(/^start:.*\nend:.*$/m, times[event])
  writeFileSync(file, yaml)
  const dataFolder = join(scratch, `${event}-data`)
  const gathered = event === 'crowded' ? gatherCrowd(dataFolder, eventFolder) : Promise.resolve()
  const starting = gathered.then(() => spawnPlatform({ dataFolder, event: eventFolder }))
  platforms.set(event, starting)
  return starting
}

const browser = await openBrowser()
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const failed: string[] = []
let people = 0

const fileOf = ({ name }: Scene, locale: Language, scheme: string, width: Width) =>
  `${name}-${locale}-${scheme}-${width}.png`

/** Takes the whole page, in a window of the page's height, so that sticky elements are at their edge. */
async function picture(page: Page, { isOverlay }: Scene, width: Width, path: string) {
  const height = heights[width]
  await page.setViewportSize({ width, height })
  await page.waitForTimeout(150)
  if (!isOverlay) {
    const whole = await page.evaluate(() => document.documentElement.scrollHeight)
    if (whole > height) await page.setViewportSize({ width, height: whole })
    await page.waitForTimeout(50)
  }
  await withoutChance(page)
  await page.screenshot({ path, animations: 'disabled' })
}

const basePictures = base === undefined ? null : baseFolder(base, wanted, scratch)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const scene of chosen) {
  for (const locale of everyLanguage) {
    const { origin } = await platformFor(scene.event)
    const participant = await enter(browser, {
      origin,
      user: `pilot${++people}`,
      locale,
      now: firstMoment,
    })
    try {
      await scene.arrange(participant)
      for (const colorScheme of schemes) {
        await participant.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        for (const width of scene.widths ?? everyWidth) {
          const file = fileOf(scene, locale, colorScheme, width)
          await picture(participant.page, scene, width, join(folder, file))
        }
      }
    } catch (error) {
      failed.push(`${scene.name} (${locale}): ${error}`)
      await participant.page.screenshot({
        path: join(folder, `${scene.name}-${locale}-FAILED.png`),
      })
    } finally {
      await participant.close()
    }
  }
  console.log(scene.name)
}

const pictures = chosen.map(scene => {
  const files = everyLanguage.flatMap(locale =>
    schemes.flatMap(scheme =>
      (scene.widths ?? everyWidth).map(width => fileOf(scene, locale, scheme, width)),
    ),
  )
  const images = files.map(
    file => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`,
  )
  return `<h2>${scene.name}</h2>${images.join('')}`
})
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Shots</title><style>img{height:24rem;margin:.25rem;border:1px solid #888}</style>${pictures.join('\n')}`,
)

const names = chosen.map(({ name }) => name)
const report = join(folder, 'compared')
const differing =
  basePictures && base !== undefined
    ? await compareFolders(browser, [basePictures, folder, report], base, names)
    : []

await browser.close()
for (const platform of platforms.values()) await (await platform).stop()
rmSync(scratch, { recursive: true, force: true })
console.log(`${folder}/index.html`)
if (basePictures) {
  for (const line of differing) console.log(line)
  console.log(`${differing.length} pictures differ: ${report}/index.html`)
}
for (const failure of failed) console.error(failure)
process.exitCode = failed.length + differing.length > 0 ? 1 : 0
