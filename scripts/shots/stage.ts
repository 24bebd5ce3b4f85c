import type { Browser, Page } from 'playwright'
import type { Endpoint } from '../../src/api/contract.ts'

/** A signed-in participant in front of the app. */
export interface Stage {
  readonly page: Page
  readonly user: string
  /** Goes to a path, and waits until the page has what it shows. */
  visit(path: string): Promise<void>
  /** Asks the API as the participant. Throws for a refusal. */
  call(method: string, path: string, body?: unknown): Promise<string>
  /** Where an environment answers, as soon as it does. */
  endpoints(instancePath: string): Promise<Endpoint[]>
  close(): Promise<void>
}

export type Locale = 'en' | 'de'

export async function enter(
  browser: Browser,
  origin: string,
  user: string,
  locale: Locale,
): Promise<Stage> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: locale === 'en' ? 'en-GB' : 'de-DE',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.goto('/')
  await page.locator('input[name=username]').fill(user)
  await page.locator('input[name=password]').fill('correct horse')
  await page.locator('button[value=create]').click()
  await page.waitForURL(`${origin}/`)
  await page.locator('main h1').waitFor()
  const token = await page.evaluate(() => {
    const key = Object.keys(sessionStorage).find(name => name.startsWith('oidc.user:')) ?? ''
    return JSON.parse(sessionStorage.getItem(key) ?? '{}').access_token as string
  })

  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }

  return {
    page,
    user,
    call,
    async visit(path) {
      await page.goto(path)
      await page.locator('main h1').waitFor()
      await page.waitForLoadState('networkidle')
    },
    async endpoints(instancePath) {
      const deadline = Date.now() + 20_000
      while (Date.now() < deadline) {
        const { state, exposedEndpoints } = JSON.parse(await call('GET', instancePath))
        if (state === 'running') return exposedEndpoints
        await page.waitForTimeout(200)
      }
      throw new Error(`${instancePath} does not run.`)
    },
    close: () => context.close(),
  }
}
