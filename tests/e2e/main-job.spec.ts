import { solve } from '../../events/demo/web/hangar-search/solve.ts'
import { keepMessages } from './page/timers.ts'
import { expect, newParticipant, onFreshPlatform, signIn, test } from './test.ts'

onFreshPlatform()

test('a participant plays the whole job', { tag: '@every-browser' }, async ({
  page,
  browser,
  baseURL,
}) => {
  await keepMessages(page.context())
  await signIn(page, 'alice')
  await expect(page.getByRole('heading', { name: 'Hello, alice!' })).toBeVisible()

  await page.getByLabel('Team name').pressSequentially('Lancers')
  await page.getByRole('button', { name: 'Create team' }).click()

  await page.locator('label', { hasText: 'Students' }).click()
  await page.getByLabel('Password of the group').pressSequentially('wrong')
  await page.getByRole('button', { name: 'Confirm choice' }).click()
  await expect(page.getByText('The password is invalid.')).toBeVisible()
  await page.getByLabel('Password of the group').press('Control+a')
  await page.keyboard.type('demo-students')
  await page.getByRole('button', { name: 'Confirm choice' }).click()

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Hangar Search/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const link = page.getByRole('link', { name: 'Open' })
  const address = new URL((await link.getAttribute('href')) ?? '')

  const [flag = ''] = await solve({
    endpoints: [
      { ip: address.hostname, port: Number(address.port), protocol: 'http', title: 'Hangar' },
    ],
    filesFolder: '',
    flagPrefix: 'GUIDON',
  })
  await page.getByRole('textbox', { name: 'Flag' }).pressSequentially(flag)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Scoreboard' }).click()
  const row = page.getByRole('row', { name: /Lancers/ })
  await expect(row).toContainText('#1')
  await expect(row).toContainText('150')
  await expect(page.getByRole('banner')).toContainText('1st')
  await expect(page.getByRole('banner')).toContainText('150 points')

  const other = await browser.newPage(baseURL ? { baseURL } : {})
  await signIn(other, 'bob')
  await other.getByLabel('Team name').pressSequentially('Borrowers')
  await other.getByRole('button', { name: 'Create team' }).click()
  await other.locator('label', { hasText: 'Open' }).click()
  await other.getByRole('button', { name: 'Confirm choice' }).click()
  await other
    .getByRole('navigation')
    .getByRole('link', { name: /^Hangar Search/ })
    .click()
  await other.getByRole('textbox', { name: 'Flag' }).pressSequentially(flag)
  await other.keyboard.press('Enter')
  await expect(other.getByText('This flag is wrong.')).toBeVisible()
  await other.close()
})

test('a hint is taken once, after a question, and its points come off', async ({ page }) => {
  await newParticipant(page)
  await page.goto('/challenge/preflight/radio-check')
  await page.getByRole('textbox', { name: 'Flag' }).fill('GUIDON{reading-you-five-by-five!}')
  await page.keyboard.press('Enter')
  const news = page.getByRole('status').filter({ hasText: 'First blood!' })
  await expect(news).toContainText('+10')
  await page.getByRole('button', { name: '1 solve' }).click()
  await expect(page.locator('[popover] ol li')).toHaveCount(1)
  await page.keyboard.press('Escape')

  await page.goto('/challenge/web/hangar-search')
  const hints = page.getByRole('region', { name: 'Hints' })
  await hints.getByText('Hint 1').click()
  await expect(hints.getByText('What does the register answer')).toBeVisible()
  await hints.getByText('Hint 2').click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(hints.getByText('Costs 30 points')).toBeVisible()
  await hints.getByText('Hint 2').click()
  await page.getByRole('button', { name: 'Take it for 30 points' }).click()
  await expect(hints.getByText('UNION SELECT')).toBeVisible()
  await expect(hints.getByText('Taken for 30 points')).toBeVisible()

  await page.reload()
  await hints.getByText('Hint 2').click()
  await expect(hints.getByText('UNION SELECT')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('on a phone, the result of the last flag leaves most of the screen to the text', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await newParticipant(page)
  await page.goto('/challenge/preflight/checklist')
  await page.getByRole('textbox', { name: 'Flag' }).pressSequentially('GUIDON{left_right_both_off}')
  await page.keyboard.press('Enter')
  const next = page.getByRole('link', { name: /^Next: / })
  await expect(next).toBeInViewport()
  const text = page.getByText('It never says the answer.')
  await text.evaluate(element => element.scrollIntoView({ block: 'start' }))
  const panel = page.getByRole('region', { name: 'Flag' })
  await expect.poll(async () => 740 - ((await panel.boundingBox())?.y ?? 0)).toBeLessThan(200)
  await expect(next).toBeInViewport()
})
