import type { Page } from 'playwright/test'
import { expect, newParticipant, returnToTab, signUp, test } from '../e2e/test.ts'
import { large, payloads } from './markdown-payloads.ts'

/**
 * How much processor time a text may take, in seconds. These texts froze a page for 20. This is not time by the clock,
 * so a busy host needs the same.
 */
const maxSeconds = 5
const aPage = 40

/** Records what must never happen: code that runs, dialogs, requests to other sites. */
async function watch(page: Page) {
  const seen: string[] = []
  await page.exposeFunction('attack', () => void seen.push('code of a text ran'))
  page.on('dialog', dialog => {
    seen.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('popup', popup => void seen.push(`a window: ${popup.url()}`))
  // Some of these addresses belong to this site, which has no such file.
  await page.route('**/pixel.png', route => {
    const isOurs = new URL(route.request().url()).origin === new URL(page.url()).origin
    return isOurs ? route.fulfill({ contentType: 'image/svg+xml', body: '<svg/>' }) : route.abort()
  })
  page.on('request', request => {
    const { protocol, origin } = new URL(request.url())
    const isOurs = origin === new URL(page.url()).origin || page.url() === 'about:blank'
    if (protocol.startsWith('http') && !isOurs) seen.push(`a request: ${request.url()}`)
  })
  const isChromium = page.context().browser()?.browserType().name() === 'chromium'
  const cdp = isChromium ? await page.context().newCDPSession(page) : null
  await cdp?.send('Performance.enable')
  let before = 0
  return {
    seen,
    /** The page's processor time since the last call, in seconds. Only Chromium reports it. */
    async seconds() {
      if (!cdp) return 0
      const { metrics } = await cdp.send('Performance.getMetrics')
      const now = metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN
      const taken = now - before
      before = now
      // A new process begins at zero.
      return taken < 0 ? now : taken
    },
  }
}

/** What could do harm in the page's text, as the browser parsed it. */
const harmful = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('main *')]
    return all.flatMap(element => {
      const found = [...element.attributes].filter(({ name }) => name.startsWith('on'))
      const name = element.localName
      const link = element.getAttribute('href') ?? element.getAttribute('src')
      const url = link === null ? null : URL.parse(link, document.baseURI)
      const leads = url && !['http:', 'https:', 'mailto:'].includes(url.protocol)
      const loads = name === 'img' && url?.origin !== location.origin
      const is = /^(script|iframe|object|embed|style|link|meta|base|form|video|audio|template)$/
      const isOwn = element.closest('form') !== null && name === 'form'
      const bad = found.length > 0 || leads || loads || (is.test(name) && !isOwn)
      return bad ? [element.outerHTML.slice(0, 200)] : []
    })
  })

/** The challenge as another backend may send it. */
async function describeAs(page: Page, description: () => string) {
  await page.route('**/v1/challenges/hangar-search?*', async route => {
    const response = await route.fetch()
    const json = await response.json()
    await route.fulfill({ response, json: { ...json, description: description() } })
  })
}

const challenge = '/challenge/web/hangar-search'

test('no text of a challenge runs, calls another site, or stops the page', {
  tag: '@every-browser',
}, async ({ page }) => {
  test.setTimeout(300_000)
  expect(payloads.length + large.length).toBeGreaterThanOrEqual(300)
  await newParticipant(page)
  const { seen, seconds } = await watch(page)
  let text = ''
  await describeAs(page, () => text)
  for (let at = 0; at < payloads.length; at += aPage) {
    text = `**Page ${at}.**\n\n${payloads.slice(at, at + aPage).join('\n\n')}`
    // Loading the app each time would take most of the time. So the challenge is read again, as after a change.
    if (at === 0) await page.goto(challenge)
    else await returnToTab(page)
    // Until the renderer is loaded, the app shows a text as it was written.
    await expect(page.locator('strong', { hasText: `Page ${at}.` })).toBeVisible()
    expect(await harmful(page)).toEqual([])
    expect(await seconds(), text).toBeLessThan(maxSeconds)
  }
  expect(seen).toEqual([])
  let typed = ''
  for (const [what, body] of large) {
    text = `Here: ${what}.\n\n${body}`
    await returnToTab(page)
    // A block of code has a button, which is named after its first line.
    await expect(page.getByText(`Here: ${what}.`).first()).toBeVisible()
    // The page reacts to input.
    await page.getByRole('textbox', { name: 'Flag' }).pressSequentially('x')
    typed += 'x'
    await expect(page.getByRole('textbox', { name: 'Flag' })).toHaveValue(typed)
    expect(await harmful(page)).toEqual([])
    expect(await seconds(), what).toBeLessThan(maxSeconds)
  }
  expect(seen).toEqual([])
})

test('no name, and no text of a score group, does', { tag: '@every-browser' }, async ({ page }) => {
  const { seen, seconds } = await watch(page)
  const name = '<img src=x onerror=attack()> [a](javascript:attack())'
  const groups = large.slice(0, 6).map(([what, body], index) => ({
    slug: `group-${index}`,
    name: `${name} ${'x'.repeat(5000)}`,
    description: `Here: ${what}.\n\n${body}`,
    isPasswordProtected: false,
  }))
  await signUp(page)
  await page.route('**/v1/score_groups', route => route.fulfill({ json: groups }))
  await page.getByLabel('Team name').pressSequentially(name)
  await page.getByRole('button', { name: 'Create team' }).click()
  // A block of code has a button, which is named after its first line.
  for (const [what] of large.slice(0, 6))
    await expect(page.getByText(`Here: ${what}.`).first()).toBeAttached()
  expect(await harmful(page)).toEqual([])
  await page.goto('/my-team')
  await expect(page.getByRole('heading', { name })).toBeVisible()
  expect(await harmful(page)).toEqual([])
  expect(seen).toEqual([])
  expect(await seconds()).toBeLessThan(maxSeconds)
})

test('no name of a category or challenge does', { tag: '@every-browser' }, async ({ page }) => {
  await newParticipant(page)
  const { seen, seconds } = await watch(page)
  const name = '<svg onload=attack()> javascript:attack()'
  for (const list of ['categories', 'challenges'])
    await page.route(`**/v1/${list}/`, async route => {
      const response = await route.fetch()
      const items: { name: string }[] = await response.json()
      const json = items.map(item => ({
        ...item,
        name: `${name} ${item.name} ${'x'.repeat(5000)}`,
      }))
      await route.fulfill({ response, json })
    })
  await page.goto(challenge)
  await expect(page.getByRole('link', { name }).first()).toBeVisible()
  expect(await harmful(page)).toEqual([])
  expect(seen).toEqual([])
  expect(await seconds()).toBeLessThan(maxSeconds)
})
