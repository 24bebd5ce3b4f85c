import { inPhase, withEvent } from '../phases.ts'
import { expect, newAccount, newParticipant, returnToTab, test } from '../test.ts'

const flag = 'GUIDON{reading-you-five-by-five!}'

test('a visitor sees the public scoreboard and each new solve, and comes back to it by the sign-in', async ({
  browser,
  page,
  platform,
}) => {
  const participant = await browser.newContext({ baseURL: platform.origin })
  const participantsPage = await participant.newPage()
  const name = await newParticipant(participantsPage)

  // Tests before this one have left accounts, and only the rows around the window are rendered.
  await page.setViewportSize({ width: 1280, height: 6000 })
  await page.goto('/scoreboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Scoreboard' })).toBeVisible()
  const row = page.getByRole('table', { name: 'Open' }).getByRole('row', { name })
  await expect(row.getByRole('cell').nth(1)).toHaveText('0')
  expect(page.url()).toBe(`${platform.origin}/scoreboard`)

  await participantsPage.goto('/challenge/preflight/radio-check')
  await participantsPage.getByRole('textbox', { name: 'Flag' }).pressSequentially(flag)
  await participantsPage.keyboard.press('Enter')
  await expect(participantsPage.getByText('The flag is correct!')).toBeVisible()
  await returnToTab(page)
  await expect(row.getByRole('cell').nth(1)).not.toHaveText('0')

  await page.emulateMedia({ media: 'print' })
  await expect(row).toBeVisible()
  for (const control of ['button', 'radio', 'combobox'] as const) {
    await expect(page.getByRole(control)).toHaveCount(0)
  }
  await page.emulateMedia({ media: null })

  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(`${platform.origin}/scoreboard`)
  // The history of points has a table with the user's own row, too.
  const own = page.getByRole('table', { name: 'Scoreboard', exact: true }).locator('tr[data-own]')
  await expect(own).toContainText(name)
  await page.reload()
  await expect(own).toContainText(name)
  await participant.close()
})

test('a visitor needs no storage', async ({ browser, platform }) => {
  const context = await browser.newContext({ baseURL: platform.origin })
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Storage is forbidden.', 'SecurityError')
        },
      })
    }
  })
  const page = await context.newPage()
  await page.goto('/scoreboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Open' })).toBeVisible()
  await context.close()
})

test('the public scoreboard takes the whole window from the start, and moves nothing when it arrives', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const answer = Promise.withResolvers<void>()
  await page.route('**/v1/public/scoreboard', async route => {
    await answer.promise
    await route.continue()
  })
  await page.goto('/scoreboard')
  const title = page.getByRole('heading', { level: 1, name: 'Scoreboard' })
  await expect(title).toBeVisible()
  const before = await title.boundingBox()
  answer.resolve()
  await expect(page.getByRole('heading', { level: 2, name: 'Open' })).toBeVisible()
  expect(await title.boundingBox()).toEqual(before)
  expect(before?.x).toBeLessThan(100)
})

test('on a phone, too, a visitor chooses language and colours', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/scoreboard')
  const language = page.getByRole('combobox', { name: 'Language' })
  await expect(language).toBeVisible()
  await language.selectOption('Deutsch')
  await expect(page.getByRole('group', { name: 'Farbschema' })).toBeVisible()
})

test('all of the page can be reached by keyboard, in its order', async ({ page }) => {
  await page.goto('/scoreboard')
  await expect(page.getByRole('heading', { level: 2, name: 'Open' })).toBeVisible()
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
    })
  const seen: (string | null | undefined)[] = []
  for (let press = 0; press < 6; press++) {
    await page.keyboard.press('Tab')
    seen.push(await focused())
  }
  expect(seen.map(text => text?.trim())).toEqual([
    'Skip to the content',
    expect.stringMatching(/English/),
    'System',
    'Sign in',
    'Open',
    'Students',
  ])
})

test('unless the event allows it, the scoreboard needs a sign-in', async ({ page }) => {
  await withEvent(
    yaml => yaml.replace('publicScoreboard: true\n', ''),
    async ({ origin }) => {
      await page.goto(`${origin}/scoreboard`)
      await expect(page.getByLabel('Username')).toBeVisible()
      await page.goto('about:blank')
    },
  )
})

test('before the start, a visitor sees when it begins', async ({ page }) => {
  await inPhase('upcoming', async ({ origin }) => {
    await page.goto(`${origin}/scoreboard`)
    await expect(page.getByText('The CTF has not started yet.')).toBeVisible()
    await expect(page.locator('main time')).toBeVisible()
    // A page would log an error if it called a platform that has ended.
    await page.goto('about:blank')
  })
})

test('a session in the tab is used, and no visitor is seen', async ({ page }) => {
  const { name } = await newAccount(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/scoreboard')
  // Without a score group, there is no scoreboard yet.
  await expect(page.getByRole('heading', { name: `Hello, ${name}!` })).toBeVisible()
  expect(asked).not.toContain('/v1/public/scoreboard')
})
