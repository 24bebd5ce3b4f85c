import { solve } from '../../events/demo/web/hangar-search/solve.ts'
import { expect, signIn, testOnFreshPlatform as test } from './test.ts'

test('a participant plays the whole job', { tag: '@every-browser' }, async ({
  page,
  browser,
  baseURL,
}) => {
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

  await page.getByRole('link', { name: /^Hangar Search/ }).click()
  await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeVisible()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  const link = page.getByRole('link', { name: 'Open' })
  const address = new URL((await link.getAttribute('href', { timeout: 20_000 })) ?? '')

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
  await other.getByRole('link', { name: /^Hangar Search/ }).click()
  await other.getByRole('textbox', { name: 'Flag' }).pressSequentially(flag)
  await other.keyboard.press('Enter')
  await expect(other.getByText('This flag is wrong.')).toBeVisible()
  await other.close()
})
