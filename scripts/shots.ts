// `npm run shots`: every screen in every state, en and de, light and dark, phone and desk, from the
// real app on a real platform, into shots/ with an index page. `-- NAME …`: only these scenes.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { type RunningPlatform, startPlatform } from '../tests/e2e/platform.ts'
import { findBrowser } from './browser.ts'
import { type Scene, scenes } from './shots/scenes.ts'
import { enter, type Locale } from './shots/stage.ts'

const folder = 'shots'
const locales: Locale[] = ['en', 'de']
const schemes = ['light', 'dark'] as const
const widths = { 360: 780, 1440: 900 } as const

/** The times of the demo event, moved for each phase. */
const times: Record<Scene['event'], string> = {
  upcoming: 'start: first start + 3d\nend: first start + 5d',
  running: 'start: first start - 1h\nend: first start + 2d',
  over: 'start: first start - 10d\nend: first start - 9d',
}

const scratch = mkdtempSync(join(tmpdir(), 'guidon-shots-'))
const platforms = new Map<Scene['event'], Promise<RunningPlatform>>()

function platformFor(event: Scene['event']): Promise<RunningPlatform> {
  const known = platforms.get(event)
  if (known) return known
  const eventFolder = join(scratch, event)
  cpSync('events/demo', eventFolder, { recursive: true })
  const file = join(eventFolder, 'event.yaml')
  const yaml = readFileSync(file, 'utf8').replace(/^start:.*\nend:.*$/m, times[event])
  writeFileSync(file, yaml)
  const starting = startPlatform({
    dataFolder: join(scratch, `${event}-data`),
    event: eventFolder,
  })
  platforms.set(event, starting)
  return starting
}

const executablePath = findBrowser()
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const wanted = process.argv.slice(2)
const chosen = scenes.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const failed: string[] = []
let people = 0

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
for (const scene of chosen) {
  for (const locale of locales) {
    const { origin } = await platformFor(scene.event)
    const stage = await enter(browser, origin, `pilot${++people}`, locale)
    try {
      await scene.arrange(stage)
      for (const scheme of schemes) {
        for (const [width, height] of Object.entries(widths)) {
          await stage.page.emulateMedia({ colorScheme: scheme })
          await stage.page.setViewportSize({ width: Number(width), height })
          await stage.page.waitForTimeout(150)
          const file = `${scene.name}-${locale}-${scheme}-${width}.png`
          await stage.page.screenshot({ path: join(folder, file), fullPage: true })
        }
      }
    } catch (error) {
      failed.push(`${scene.name} (${locale}): ${error}`)
      await stage.page.screenshot({ path: join(folder, `${scene.name}-${locale}-FAILED.png`) })
    } finally {
      await stage.close()
    }
  }
  console.log(scene.name)
}

const pictures = chosen.map(
  ({ name }) =>
    `<h2>${name}</h2>${locales
      .flatMap(locale =>
        schemes.flatMap(scheme =>
          Object.keys(widths).map(width => {
            const file = `${name}-${locale}-${scheme}-${width}.png`
            return `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`
          }),
        ),
      )
      .join('')}`,
)
writeFileSync(
  join(folder, 'index.html'),
  `<!doctype html><meta charset="utf-8"><title>Shots</title><style>img{height:24rem;margin:.25rem;border:1px solid #888}</style>${pictures.join('\n')}`,
)

await browser.close()
for (const platform of platforms.values()) await (await platform).stop()
rmSync(scratch, { recursive: true, force: true })
console.log(`${folder}/index.html`)
for (const failure of failed) console.error(failure)
process.exitCode = failed.length > 0 ? 1 : 0
