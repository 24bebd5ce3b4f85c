import { change } from '../page/change.ts'
import { expect, newParticipant, test } from '../test.ts'

test.use({ viewport: { width: 360, height: 780 } })

test('on paper, the flag field covers no text, and no line of code is cut', async ({ page }) => {
  await newParticipant(page)
  const description = `${'text\n\n'.repeat(50)}\`\`\`\n${'code '.repeat(100)}\n\`\`\``
  await change(page, '**/v1/challenges/hangar-search?*', (one: object) => ({ ...one, description }))
  await page.goto('/challenge/web/hangar-search')
  const flag = page.getByRole('textbox', { name: 'Flag' })
  const positions = () =>
    flag.evaluate(field => {
      const found: string[] = []
      for (let one: Element | null = field; one; one = one.parentElement)
        found.push(getComputedStyle(one).position)
      return found
    })
  const code = page.locator('pre')
  const hiddenWidth = () =>
    code.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  await expect(code).toBeVisible()
  expect(await positions()).toContain('sticky')
  expect(await hiddenWidth()).toBeGreaterThan(0)
  await page.emulateMedia({ media: 'print' })
  expect(await positions()).not.toContain('sticky')
  expect(await hiddenWidth()).toBe(0)

  await test.step('home has no filter on paper', async () => {
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Web' })).toBeVisible()
    const filter = page.locator('main').getByPlaceholder('Filter challenges')
    await expect(filter).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect(filter).toBeVisible()
  })
})
