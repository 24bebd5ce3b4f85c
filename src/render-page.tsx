/**
 * Renders pages as HTML, in a process of the platform (`platform/site/rendering`). Each page is the app itself,
 * with its own machines and client. The platform makes the client's reads. Only one page is rendered at a time, because
 * all share the active language and the time zone of the process.
 */

import { setImmediate as turn } from 'node:timers/promises'
import { i18n } from '@lingui/core'
import { prerender } from 'react-dom/static.edge'
import { createActor } from 'xstate'
import { createEffects, type Effects } from './api/client/effects.ts'
import { readConfig } from './api/config.ts'
import type { FromRenderer, RenderJob, ToRenderer } from './api/rendering.ts'
import { catalogueOf } from './browser/language/catalogue.ts'
import { everyLanguage, regionalTag } from './domain/languages.ts'
import { zoneWithOffset } from './domain/time/time-zone.ts'
import { untilDrawable } from './first-page.ts'
import { inert } from './inert.ts'
import { pageNames } from './machines/navigation/pages.ts'
import { App } from './ui/app.tsx'
import { AppProvider } from './ui/app-context.tsx'
import { preloadMarkdown } from './ui/markdown/markdown.tsx'
import { preloadPage } from './ui/pages/page-views.tsx'
import { wire } from './wiring/app.ts'
import { parts } from './wiring/parts.ts'
import { renderingAdapters } from './wiring/rendering.ts'

/** Loads each page and each part before the first page: loading code cannot be counted as a read. */
const code = Promise.all([
  ...pageNames.map(preloadPage),
  ...Object.values(parts).map(part => part.load()),
  preloadMarkdown(),
])

const tell = (message: FromRenderer) => process.send?.(message)

/** The reads that the platform has not answered yet. */
const requests = new Map<number, (response: Response) => void>()
let lastId = 0

const request: typeof fetch = target => {
  const id = ++lastId
  const { promise, resolve } = Promise.withResolvers<Response>()
  requests.set(id, resolve)
  tell({ kind: 'read', id, url: String(target) })
  return promise
}

/** Counts the reads under way, so that the page is rendered with their data. */
function counted(effects: Effects) {
  const reads = new Set<Promise<unknown>>()
  const read: Effects['read'] = run =>
    effects.read((...parameters) => {
      const reading = run(...parameters)
      const end = () => reads.delete(reading)
      reads.add(reading)
      reading.then(end, end)
      return reading
    })
  return {
    effects: { ...effects, read },
    /** Resolves when nothing is being read, and no answer has led to another read. */
    async untilAllIsRead() {
      do {
        await Promise.allSettled(reads)
        await turn()
      } while (reads.size > 0)
    },
  }
}

/** The name of a time zone as subtags, which have eight letters and digits at most. */
const subtagsOf = (zone: string) =>
  zone
    .replace('+', 'plus')
    .match(/[a-z\d]{1,8}/gi)
    ?.join('-')

async function render(job: RenderJob): Promise<string> {
  const result = readConfig(job.config)
  const language = everyLanguage.find(one => one === job.language)
  if (!result.ok || !language) throw new Error('the page has no configuration or no language')
  await code
  const { config } = result
  const site = new URL(job.path, config.apiBaseUrl)
  const zone = zoneWithOffset(job.offset, job.now, job.region)
  process.env.TZ = zone
  // Texts of organisers ask where they are: for links to other sites, and pictures of this one.
  Object.assign(globalThis, { location: site, document: { baseURI: site.href } })
  // Lingui keeps the formats of each tag, with their time zone: so each zone has a tag of its own.
  const locales = `${regionalTag(language, job.region)}-x-${subtagsOf(zone)}`
  i18n.loadAndActivate({ locale: language, locales, messages: await catalogueOf(language) })
  const now = () => job.now
  const { effects, untilAllIsRead } = counted(createEffects(config, { now, fetch: request }))
  const app = createActor(wire(renderingAdapters(effects, job)), {
    input: {
      missingKeys: [],
      path: job.path,
      now,
      random: Math.random,
      signInFailures: 0,
      accountUrl: config.accountUrl,
      brand: config.event,
      locale: { stored: language, browser: [] },
      scheme: { stored: null },
    },
  }).start()
  const failures: unknown[] = []
  try {
    await untilDrawable(app, job.path)
    await untilAllIsRead()
    const { prelude } = await prerender(
      <AppProvider app={app}>
        <App />
      </AppProvider>,
      {
        // React would put larger parts behind the page, with scripts that move them to their places.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        // It would leave out the part that fails.
        onError: error => void failures.push(error),
      },
    )
    const html = await new Response(prelude).text()
    if (failures.length > 0) throw failures[0]
    return inert(html)
  } finally {
    app.stop()
    requests.clear()
  }
}

process.on('message', (message: ToRenderer) => {
  if (message.kind === 'answer') {
    const { id, status, body } = message
    // A response without content must not have a body, not even an empty one.
    requests.get(id)?.(new Response(body || null, { status }))
    requests.delete(id)
    return
  }
  render(message.job).then(
    html => tell({ kind: 'rendered', html }),
    (error: unknown) => tell({ kind: 'failed', reason: String(error) }),
  )
})
// The platform has ended.
process.on('disconnect', () => process.exit())
