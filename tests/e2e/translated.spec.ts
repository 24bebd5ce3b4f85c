import { expect, newParticipant, test } from './test.ts'

test.use({ isTranslated: true })

test('a page that the browser translates shows what is true now, and never breaks', async ({
  page,
}) => {
  await newParticipant(page)
  await page.goto('/challenge/preflight/radio-check')
  const flag = page.getByRole('textbox', { name: 'Flag' })
  await flag.fill('GUIDON{nobody hears you}')
  await flag.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  await flag.fill('GUIDON{reading-you-five-by-five!}')
  await flag.press('Enter')
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('10 points')

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Hangar Search/ })
    .click()
  const hints = page.getByRole('region', { name: 'Hints' })
  await hints.getByText('Hint 2').click()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('banner').getByLabel('Language').selectOption('de')
  const german = page.getByRole('region', { name: 'Hinweise' })
  await expect(german.getByText('Kostet 30 Punkte')).toBeVisible()
  await german.getByText('Hinweis 2').click()
  await page.getByRole('button', { name: 'Für 30 Punkte nehmen' }).click()
  await expect(german.getByText('UNION SELECT')).toBeVisible()
  await expect(german.getByText('Für 30 Punkte genommen')).toBeVisible()

  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Radio Check' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeVisible()
})
