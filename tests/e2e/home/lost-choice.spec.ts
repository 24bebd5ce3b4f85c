import { expect, newTeam, test } from '../test.ts'

test('a member whose choice of the score group comes too late learns which one it is', async ({
  page,
  console: logged,
}) => {
  // Chromium logs the status of the refusal.
  logged.allow(/status of 409/)
  const { name, headers } = await newTeam(page)
  await page.route('**/v1/score_groups/select', async route => {
    // A team mate is a moment faster.
    const data = { scoreGroup: 'open' }
    await page.request.post('/v1/score_groups/select', { headers, data, failOnStatusCode: true })
    await route.continue()
  })
  await page.goto('/')
  await page.locator('label', { hasText: 'Students' }).click()
  await page.getByLabel('Password of the group').fill('demo-students ')
  await page.getByRole('button', { name: 'Confirm choice' }).click()
  await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
  await expect(page.getByText('Your team is in the score group Open.')).toBeVisible()

  await page.getByRole('link', { name: 'Scoreboard' }).first().click()
  await expect(page.getByText('Score group: Open')).toBeVisible()
  await page.goto('/my-team')
  await expect(page.getByRole('heading', { level: 1, name: `Team of ${name}` })).toBeVisible()
  await expect(page.getByText('Score group: Open')).toBeVisible()
})
