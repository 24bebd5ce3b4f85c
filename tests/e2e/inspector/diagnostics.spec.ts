import { readTrace } from '../../../src/diagnostics/trace/read.ts'
import { expect, playing, test } from '../test.ts'

declare global {
  var copied: string | undefined
}

test('a participant copies diagnostics: what happened, and nothing that they typed', async ({
  page,
}) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = async text => {
      globalThis.copied = text
    }
  })
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
  await page.getByRole('button', { name: /^Hello/ }).click()
  const before = requested.length
  await page.getByRole('button', { name: 'Copy diagnostics' }).click()
  await expect.poll(() => page.evaluate(() => globalThis.copied)).toBeTruthy()
  const text = (await page.evaluate(() => globalThis.copied)) ?? ''
  const trace = readTrace(text)
  expect(trace.ok ? trace.data.entries.map(({ type }) => type) : trace).toContain('flag.submit')
  const slugs = ['checklist', 'preflight', 'GUIDON', 'eyJ', 'planted', name]
  expect(slugs.filter(secret => text.includes(secret))).toEqual([])
  const sent = requested.slice(before).filter(one => !one.startsWith('GET '))
  expect(sent).toEqual([])
})
