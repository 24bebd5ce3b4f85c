import { copyAllowedSteps } from '../page/steps-taken.ts'
import { expect, playing, test } from '../test.ts'

test('a participant copies diagnostics: what happened, and nothing that they typed', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', request => requested.push(`${request.method()} ${request.url()}`))
  const kept = page.waitForResponse(/\/assets\/keep-/)
  const name = await playing(page)
  await kept
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Checklist/ })
    .click()
  await page.getByRole('textbox', { name: 'Flag' }).fill('planted-without-braces')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  const before = requested.length
  const { text, entries } = await copyAllowedSteps(page)
  expect(entries.map(({ type }) => type)).toContain('flag.submit')
  const slugs = ['checklist', 'preflight', 'GUIDON', 'eyJ', 'planted', name]
  expect(slugs.filter(secret => text.includes(secret))).toEqual([])
  const sent = requested.slice(before).filter(one => !one.startsWith('GET '))
  expect(sent).toEqual([])
})
