import { appIsThere, choose, holdFiles, look, looks, ownFiles } from '../page/look.ts'
import { rewrite } from '../page/rewrite.ts'
import { layoutShift } from '../scenes/layout-shift.ts'
import { expect, playing, test } from '../test.ts'

const answers = /\/(v1|oidc)\//

test.skip(({ isTranslated }) => isTranslated, 'the elements of a page are compared')

test('the first picture is drawn before the app is there, and is what the app shows first', {
  tag: '@every-browser',
}, async ({ page }) => {
  await playing(page)
  await page.route(answers, () => {})
  for (const chosen of looks) {
    await choose(page, chosen)
    const release = await holdFiles(page, ownFiles)
    await page.goto('/scoreboard', { waitUntil: 'commit' })
    const spinner = { en: 'Loading', de: 'Wird geladen' }[chosen.language]
    await expect(page.locator('main').getByText(spinner)).toBeAttached()
    await expect
      .poll(() => page.evaluate(() => performance.getEntriesByType('paint').length))
      .toBeGreaterThan(0)
    const picture = await page.evaluate(look)
    expect(picture.length, 'elements of the picture').toBeGreaterThan(10)
    const background = await page.evaluate(
      () => getComputedStyle(document.documentElement).backgroundColor,
    )
    expect(background, 'as chosen, not as the device').toBe(
      { light: 'rgb(250, 248, 244)', dark: 'rgb(20, 19, 16)' }[chosen.scheme],
    )
    release()
    await appIsThere(page)
    expect(await page.evaluate(look), JSON.stringify(chosen)).toEqual(picture)
    await page.unroute(ownFiles)
  }
})

test('the picture of a sign-in says what the app says', async ({ page }) => {
  const says = async (path: string, text: string) => {
    const release = await holdFiles(page, ownFiles)
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByText(text)).toBeVisible()
    const picture = await page.evaluate(look)
    release()
    await appIsThere(page)
    expect(await page.evaluate(look), path).toEqual(picture)
    await page.unroute(ownFiles)
  }
  await page.route(answers, () => {})
  // Without its library, a sign-in never ends. With a fragment, the early script starts no sign-in.
  await page.route(/\/assets\/oidc-/, () => {})
  await says('/my-team#here', 'Redirecting to login page...')
  await says('/scoreboard', 'Waiting for authentication...')
  await says('/auth/redirect?code=a&state=b', 'Processing login...')
  await page.unroute(answers)
  await playing(page)
  await page.route(answers, () => {})
  await says('/auth/logout', 'Processing logout...')
})

const noCode = {
  en: 'The app could not be loaded. Check your connection.',
  de: 'Die App konnte nicht geladen werden. Prüfe deine Verbindung.',
}

test('an app whose code does not come is said to be missing, and can be loaded again', {
  tag: '@every-browser',
}, async ({ page, console: logged }) => {
  // Each browser has its own message for missing files.
  logged.allow(/./)
  await playing(page)
  for (const chosen of looks) {
    await choose(page, chosen)
    const release = await holdFiles(page, ownFiles)
    await page.goto('/scoreboard', { waitUntil: 'commit' })
    await expect(page.locator('#root > [inert] main')).toBeAttached()
    release('abort')
    const text = page.getByText(noCode[chosen.language])
    await expect(text).toBeVisible()
    await page.unroute(ownFiles)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('table')).toBeVisible()
  }
  // The text is gone before the page has its picture.
  await page.route(ownFiles, route => route.abort())
  await page.reload()
  await expect(page.getByText(noCode.en)).toBeVisible()
  await page.unroute(ownFiles)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByRole('table')).toBeVisible()
})

test('if the page names no event, the picture has the name and mark of the app', async ({
  page,
}) => {
  await page.route(answers, () => {})
  await rewrite(page, '**/my-team', html =>
    html.replace(/(id="app-config">)(.*?)(?=<\/script>)/, (_, open, text) => {
      const { event: _event, oidcMetadata: _metadata, ...config } = JSON.parse(text)
      return open + JSON.stringify(config)
    }),
  )
  const release = await holdFiles(page, ownFiles)
  await page.goto('/my-team', { waitUntil: 'commit' })
  await expect(page.locator('h1')).toHaveText('Guidon')
  await expect(page.locator('h1 svg')).toBeVisible()
  const picture = await page.evaluate(look)
  release()
  await appIsThere(page)
  expect(await page.evaluate(look)).toEqual(picture)
})

test('the app takes the place of its first picture, and nothing moves', async ({ page }) => {
  await playing(page)
  for (const { width, path } of [
    { width: 1440, path: '/scoreboard' },
    { width: 360, path: '/' },
    { width: 1440, path: '/challenge/web/hangar-search' },
  ]) {
    await page.setViewportSize({ width, height: 800 })
    const release = await holdFiles(page, ownFiles)
    await page.goto(path, { waitUntil: 'commit' })
    const placeOf = () =>
      page.evaluate(() =>
        ['header', 'header [aria-label$="home page"]', '#menu', 'main'].map(selector => {
          const box = document.querySelector(selector)?.getBoundingClientRect()
          return [box?.x, box?.y, box?.width]
        }),
      )
    await expect(page.locator('#root > [inert] main')).toBeAttached()
    const before = await placeOf()
    release()
    await expect(page.locator('main h1')).toBeVisible()
    expect(await placeOf(), path).toEqual(before)
    expect(await layoutShift(page), path).toBeLessThanOrEqual(0.002)
    await page.unroute(ownFiles)
  }
})

test('the picture has no effect before the app is there, and a hidden frame shows none', async ({
  page,
}) => {
  await playing(page)
  await page.route(answers, () => {})
  await holdFiles(page, ownFiles)
  await page.goto('/', { waitUntil: 'commit' })
  await expect(page.locator('#root > [inert] main')).toBeAttached()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  expect(await page.locator('template').count()).toBe(0)
  await page.evaluate(() => {
    const frame = document.createElement('iframe')
    frame.src = '/auth/redirect?code=a&state=b'
    document.body.append(frame)
  })
  const frame = page.frameLocator('iframe')
  await expect(frame.locator('#root')).toBeAttached()
  await expect(frame.locator('#root > *')).toHaveCount(0)
})
