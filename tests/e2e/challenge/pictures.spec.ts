import type { Page } from 'playwright/test'
import { expect, newParticipant, returnToTab, test } from '../test.ts'

const challenge = '/challenge/recovery/flight-recorder'
const isPicture = (url: URL) => url.pathname.endsWith('/recorder.png')
const picture = (page: Page) => page.getByRole('img', { name: 'a swallow-tailed flag' })
const naturalWidth = (page: Page) =>
  picture(page).evaluate(image => (image as HTMLImageElement).naturalWidth)

/** Gives each read of the challenge another link to the picture. */
async function renewLinks(page: Page) {
  const reads: number[] = []
  await page.route('**/v1/challenges/flight-recorder?*', async route => {
    const response = await route.fetch({ headers: withoutTag(route.request().headers()) })
    const detail: { files: { url: string }[] } = await response.json()
    const files = detail.files.map(file => ({ ...file, url: `${file.url}&read=${reads.length}` }))
    reads.push(reads.length)
    await route.fulfill({ response, json: { ...detail, files } })
  })
  return reads
}

const withoutTag = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'if-none-match'))

/** Records which read's link the browser requests. */
function watchPicture(page: Page) {
  const asked: (string | null)[] = []
  page.on('request', request => {
    const url = new URL(request.url())
    if (isPicture(url)) asked.push(url.searchParams.get('read'))
  })
  return asked
}

test('a text shows a picture of its files in the room that was kept for it', {
  tag: '@every-browser',
}, async ({ page, browserName }) => {
  await newParticipant(page)
  const isAsked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route(isPicture, async route => {
    isAsked.resolve()
    await release.promise
    await route.continue()
  })
  // `load` would wait for the picture.
  await page.goto(challenge, { waitUntil: 'commit' })
  await isAsked.promise
  const below = page.getByText('The picture is small.')
  // The browser requests the picture before it lays out the text.
  await expect(below).toBeVisible()
  const before = await below.boundingBox()
  expect(await naturalWidth(page)).toBe(0)
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver(list => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift' })
  })
  const answered = page.waitForResponse(response => isPicture(new URL(response.url())))
  release.resolve()
  await expect.poll(() => naturalWidth(page)).toBe(192)
  expect(await below.boundingBox()).toEqual(before)
  expect(await picture(page).boundingBox()).toMatchObject({ width: 192, height: 120 })
  // Firefox does not report shifts.
  if (browserName === 'chromium')
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    )
  const { 'x-content-type-options': sniffing, 'content-security-policy': policy } = (
    await answered
  ).headers()
  expect([sniffing, policy]).toEqual(['nosniff', "default-src 'none'; sandbox"])
})

test('a picture is loaded once, however often its link changes', async ({ page }) => {
  await newParticipant(page)
  const reads = await renewLinks(page)
  const asked = watchPicture(page)
  await page.goto(challenge)
  await expect.poll(() => naturalWidth(page)).toBe(192)
  const shown = await picture(page).elementHandle()
  for (let times = 0; times < 2; times++) {
    const before = reads.length
    await expect(async () => {
      await returnToTab(page)
      expect(reads.length).toBeGreaterThan(before)
    }).toPass()
  }
  // The page shows the last read until the next one is there.
  await expect(picture(page)).toHaveAttribute('src', /read=0$/)
  expect(asked).toEqual(['0'])
  expect(await shown?.evaluate(image => image.isConnected)).toBe(true)
})

test('a picture whose link has ended takes the link of the next read', async ({ page }) => {
  await newParticipant(page)
  const reads = await renewLinks(page)
  await page.route(
    url => isPicture(url) && url.searchParams.get('read') === '0',
    route => route.fulfill({ status: 404, body: '' }),
  )
  await page.goto(challenge)
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  await expect(picture(page)).toBeVisible()
  await returnToTab(page)
  await expect.poll(() => naturalWidth(page)).toBe(192)
  await expect(picture(page)).toHaveAttribute('src', /read=[1-9]\d*$/)
})
