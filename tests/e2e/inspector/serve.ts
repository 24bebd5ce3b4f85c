import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext } from 'playwright/test'
import { typeOfFile } from '../../../platform/site/type-of-file.ts'
import { buildInspector } from '../../../scripts/inspector/site.ts'

/** Builds the app as developers run it, and its inspector beside it. @returns the folder */
export async function buildInspected(): Promise<string> {
  const site = await mkdtemp(join(tmpdir(), 'guidon-inspected-'))
  const build = join(import.meta.dirname, 'build.ts')
  const env = { ...process.env, NODE_ENV: 'development' }
  await promisify(execFile)(process.execPath, [build, site], { env })
  await buildInspector(site)
  return site
}

const configBlock = /(<script[^>]*\bid="app-config"[^>]*>)([\s\S]*?)(<\/script>)/

/** Serves the app of that folder, in front of the real platform. */
export async function serveInspected(context: BrowserContext, site: string) {
  const file = (path: string) => readFile(join(site, path))
  // The previous page may still request files of the platform's build.
  await context.route(/\/((inspector-)?assets\/.*|inspector\.html)$/, async route => {
    const { pathname } = new URL(route.request().url())
    if (!existsSync(join(site, pathname))) return route.fallback()
    await route.fulfill({ contentType: typeOfFile(pathname), body: await file(pathname) })
  })
  await context.route(
    url => /^\/(\?.*)?$|^\/(challenge|my-team|scoreboard)\b/.test(url.pathname + url.search),
    async route => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const response = await route.fetch()
      const [, , config = ''] = configBlock.exec(await response.text()) ?? []
      const html = (await file('index.html')).toString()
      const body = html.replace(configBlock, (_, open, __, close) => open + config + close)
      return route.fulfill({ contentType: 'text/html', body })
    },
  )
}
