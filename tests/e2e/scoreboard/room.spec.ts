import { expect, newPlayer, test } from '../test.ts'

test('beside the menu and on a tablet, names of teams have room, and the header gives its names less', async ({
  page,
}) => {
  await newPlayer(page)
  const time = new Date().toISOString()
  const stats = page.waitForResponse('**/v1/user/stats')
  await page.goto('/')
  const { accountId } = await (await stats).json()
  const entry = { flags: 12, points: 1234, lastSolve: time }
  await page.route('**/v1/stats/scoreboard', route =>
    route.fulfill({
      json: {
        entries: [
          { ...entry, accountId, displayName: 'Cyber Squad Alpha', rank: 1, rankBefore: 2 },
          { ...entry, accountId: 'b', displayName: 'Others', rank: 2, rankBefore: null },
        ],
        frozenSince: null,
      },
    }),
  )
  await page.route('**/v1/event', async route => {
    const event = await (await route.fetch()).json()
    await route.fulfill({ json: { ...event, name: 'Capture the Flag of Europe '.repeat(3) } })
  })
  const name = page.getByRole('table').getByText('Cyber Squad Alpha')
  const language = page.getByRole('banner').getByLabel('Language')
  await page.setViewportSize({ width: 1600, height: 800 })
  await page.goto('/scoreboard')
  await expect(page.getByRole('banner').getByText('Capture the Flag of Europe')).toBeVisible()
  const wide = await language.evaluate(select => select.clientWidth)
  for (const width of [640, 700, 768, 1024, 1100, 1200]) {
    await page.setViewportSize({ width, height: 800 })
    const room = await name.evaluate(one => one.clientWidth)
    expect(room, `${width} px: room for the name of a team`).toBeGreaterThan(100)
    if (width < 1024) continue
    expect(await language.evaluate(select => select.clientWidth), `${width} px`).toBe(wide)
    const right = await page.getByRole('banner').evaluate(header => header.scrollWidth)
    expect(right, `${width} px: the width of the header`).toBeLessThanOrEqual(width)
  }
})
