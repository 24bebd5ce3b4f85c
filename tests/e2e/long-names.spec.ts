import type { Locator, Page } from 'playwright/test'
import { whatIsCutOff } from './cut-off.ts'
import { change } from './page/change.ts'
import { expect, newParticipant, newTeam, test } from './test.ts'

const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen'
const phone = { width: 360, height: 780 }

test.use({ viewport: phone })

const expectNothingCut = async (page: Page) => expect(await page.evaluate(whatIsCutOff)).toEqual([])

const allNamed = (name: string) => (all: object[]) => all.map(one => ({ ...one, name }))

/** Gives all challenges and categories this name. */
async function nameAll(page: Page, name: string) {
  for (const call of ['challenges', 'categories'])
    await change(page, `**/v1/${call}/`, allNamed(name))
  const named = (detail: object) => ({ ...detail, name })
  await change(page, '**/v1/challenges/hangar-search?*', named)
}

/** In how many lines a text is. */
const linesOf = (text: Locator) =>
  text.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
  })

/** An icon is left of the first line of a text, at the same height. */
async function expectBeside(icon: Locator, text: Locator) {
  const box = await icon.boundingBox()
  const line = await text.evaluate(element => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const [first] = range.getClientRects()
    return first && { left: first.left, middle: first.top + first.height / 2 }
  })
  if (!box || !line) throw new Error('They are not on the page.')
  expect(box.x + box.width).toBeLessThan(line.left)
  expect(Math.abs(line.middle - box.y - box.height / 2)).toBeLessThan(3)
}

test('the link to the next challenge breaks a name of any length', async ({ page }) => {
  await newParticipant(page)
  await change(page, '**/v1/challenges/', allNamed(word))
  await change(page, '**/v1/challenges/hangar-search/score?*', (score: object) => ({
    ...score,
    isCompleted: true,
  }))
  await page.goto('/challenge/web/hangar-search')
  const next = page.getByRole('link', { name: `Next: ${word}` })
  await expect(next).toBeVisible()
  const [button, text] = [await next.boundingBox(), await next.locator('span span').boundingBox()]
  const end = (box: typeof button) => (box?.x ?? 0) + (box?.width ?? 0)
  expect(end(button)).toBeLessThan(phone.width)
  expect(end(text)).toBeLessThan(end(button))
  await expectNothingCut(page)
})

test('the page of a challenge breaks its category and its name', async ({ page }) => {
  await newParticipant(page)
  await nameAll(page, word)
  await page.goto('/challenge/web/hangar-search')
  await expect(page.getByRole('main').getByText(word)).toHaveCount(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await expectNothingCut(page)
})

test('the description of a category breaks', async ({ page }) => {
  await newParticipant(page)
  const description = word.repeat(4)
  await change(page, '**/v1/categories/', (all: object[]) =>
    all.map(one => ({ ...one, description })),
  )
  await page.goto('/')
  await expect(page.getByText(description).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

test('the number of many unread announcements is not beyond the edge', async ({ page }) => {
  await newParticipant(page)
  const [time, title] = [new Date().toISOString(), { en: 'News' }]
  const announcements = Array.from({ length: 12 }, (_, index) => ({
    id: `${index}`,
    time,
    title,
    text: title,
    importance: 'normal',
  }))
  // Without a VPN, nothing is beside the bell.
  await change(page, '**/v1/user', (user: { vpn: object }) => ({
    ...user,
    vpn: { ...user.vpn, isOffered: false },
  }))
  await change(page, '**/v1/announcements', () => ({ announcements }))
  await page.goto('/')
  await expect(page.getByText('9+')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
})

test('a score group is chosen beside the first line of its name', async ({ page }) => {
  await newTeam(page)
  await change(page, '**/v1/score_groups', allNamed(word))
  await page.goto('/')
  await expectBeside(page.getByRole('radio', { name: word }).last(), page.getByText(word).last())
  await expectNothingCut(page)
})

test('what a title ends with stands at its left end if it is written from right to left', async ({
  page,
}) => {
  await newParticipant(page)
  const name = 'أهلا %!'
  const rename = (one: object) => ({ ...one, name })
  await change(page, '**/v1/challenges/', (all: object[]) => all.map(rename))
  await change(page, '**/v1/challenges/hangar-search?*', rename)
  await change(page, '**/v1/categories/', (all: object[]) => all.map(rename))
  await change(page, '**/v1/stats/solvetimes', () => ({
    categories: [{ name, challengeSolves: [{ name, flagSolves: [{ solveTimes: [] }] }] }],
  }))
  const texts = async () =>
    page.locator('main, nav').evaluateAll(
      (places, text) =>
        places
          .flatMap(place => [...place.querySelectorAll('*')])
          .filter(one => one.childElementCount === 0 && one.textContent === text)
          .flatMap(one => {
            const node = one.firstChild as Text
            const leftOf = (index: number) => {
              const range = document.createRange()
              range.setStart(node, index)
              range.setEnd(node, index + 1)
              return range.getBoundingClientRect()
            }
            const [first, last] = [leftOf(0), leftOf(text.length - 1)]
            return first.width === 0 ? [] : [last.right <= first.left]
          }),
      name,
    )
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const path of ['/', '/challenge/web/hangar-search', '/solves-calendar']) {
    await page.goto(path)
    await expect(page.locator('main').getByText(name).first()).toBeVisible()
    const found = await texts()
    expect(found.length, path).toBeGreaterThan(10)
    expect(found, path).not.toContain(false)
  }
})

test('a name on the scoreboard that is written from right to left keeps its beginning in view', async ({
  page,
}) => {
  await newParticipant(page)
  const name = 'فريق الطيران الكبير من المدينة البعيدة'
  await change(page, '**/v1/stats/scoreboard*', (board: { entries: object[] }) => ({
    ...board,
    entries: [{ accountId: 'a', displayName: name, flags: 1, points: 10, rank: 1 }],
  }))
  await page.goto('/scoreboard')
  const beyond = page
    .getByRole('row', { name })
    .getByText(name)
    .evaluate(element => {
      const first = document.createRange()
      first.setStart(element.firstChild as Text, 0)
      first.setEnd(element.firstChild as Text, 1)
      return first.getBoundingClientRect().right - element.getBoundingClientRect().right
    })
  expect(await beyond).toBeLessThan(1)
})

test('a time stays behind a name that is written from right to left', async ({ page }) => {
  await newParticipant(page)
  const name = 'مريم'
  await change(page, '**/v1/user/stats', (stats: object) => ({
    ...stats,
    challenges: [
      {
        categorySlug: 'web',
        slug: 'hangar-search',
        solvedFlags: 1,
        totalFlags: 1,
        points: 1,
        solvedAt: '2026-05-01T12:00:00.000Z',
        solvedBy: name,
      },
    ],
  }))
  await change(page, '**/v1/challenges/hangar-search/score?*', (score: object) => ({
    ...score,
    isCompleted: true,
  }))
  await page.goto('/challenge/web/hangar-search')
  const time = page.getByRole('region', { name: 'Flag' }).getByText('Solved by').getByRole('time')
  const [end, begin] = await time.evaluate(element => {
    const range = document.createRange()
    range.setStartBefore(element.parentElement as Element)
    range.setEndBefore(element)
    return [range.getBoundingClientRect().right, element.getBoundingClientRect().left]
  })
  expect(begin).toBeGreaterThanOrEqual((end ?? 0) - 1)
})

test('the icon of a team member is beside the first line of the name', async ({ page }) => {
  const name = await newParticipant(page)
  const username = 'M'.repeat(40)
  await change(page, '**/v1/user/team', (team: { members: object[] }) => ({
    ...team,
    members: [...team.members, { userId: 'm', username }],
  }))
  await page.goto('/my-team')
  for (const member of [name, username]) {
    const row = page.getByRole('listitem').filter({ hasText: member })
    await expectBeside(row.locator('svg'), row.getByText(member))
  }
  await expectNothingCut(page)
})

test('the list of what the team submitted leaves room for the challenge, and breaks no time', async ({
  page,
}) => {
  const own = await newParticipant(page)
  const username = 'M'.repeat(40)
  const [categorySlug, challengeSlug] = ['recovery', 'flight-recorder']
  await change(page, '**/v1/user/submissions', () => ({
    submissions: [own, username].map(name => ({
      username: name,
      time: '2026-05-01T12:00:00.000Z',
      categorySlug,
      challengeSlug,
      status: 2,
    })),
  }))
  await page.goto('/my-team')
  const challenge = page.getByRole('link', { name: 'Flight Recorder', exact: true })
  expect(await linesOf(challenge.last())).toBe(1)
  expect(await linesOf(page.getByText('Last at Flight Recorder').getByRole('time'))).toBe(1)
  await expectNothingCut(page)

  await change(page, '**/v1/challenges/', allNamed(word))
  await page.reload()
  await expect(page.getByText(`Last at ${word}`)).toBeVisible()
  await expectNothingCut(page)
})

test('the palette leaves room for a challenge beside the name of its category', async ({
  page,
}) => {
  await newParticipant(page)
  await nameAll(page, word)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  const option = page.getByRole('option', { name: word }).first()
  await expect(option).toBeVisible()
  expect(await linesOf(option.getByText(word).first())).toBeLessThan(6)
  await expectNothingCut(page)
})

test('the icon of the first blood is beside its first line', async ({ page }) => {
  await newParticipant(page)
  const displayName = 'W'.repeat(80)
  await change(page, '**/v1/challenges/hangar-search?*', (detail: object) => ({
    ...detail,
    solves: 1,
    firstBlood: { accountId: 'w', displayName, time: new Date().toISOString() },
  }))
  await page.goto('/challenge/web/hangar-search')
  const first = page.getByText(/^First blood/)
  await expectBeside(first.locator('..').locator('svg'), first)
  await expectNothingCut(page)
})

test('a tag breaks where its card ends', async ({ page }) => {
  await newParticipant(page)
  const tag = 'zwei'.repeat(20)
  await change(page, '**/v1/challenges/', (all: object[]) =>
    all.map(one => ({ ...one, tags: ['one', tag], difficulty: tag })),
  )
  await page.goto('/')
  for (const width of [phone.width, 1280]) {
    await page.setViewportSize({ width, height: phone.height })
    await expect(page.getByText(tag).first()).toBeVisible()
    await expectNothingCut(page)
  }
})

test('a running challenge has room for its name, on its page and at home', async ({ page }) => {
  await newParticipant(page)
  await change(page, '**/v1/challenges/', allNamed(word))
  const running = [{ categorySlug: 'web', challengeSlug: 'hangar-search' }]
  await change(page, '**/v1/user/stats', (stats: object) => ({
    ...stats,
    runningChallenges: { maximum: 3, running },
  }))
  await page.goto('/challenge/web/hangar-search')
  const panel = page.getByRole('region', { name: 'Environment' })
  const onPage = await panel.getByRole('link', { name: word }).boundingBox()
  const edge = await panel.boundingBox()
  expect((onPage?.x ?? 0) + (onPage?.width ?? 0)).toBeLessThan((edge?.x ?? 0) + (edge?.width ?? 0))
  await expectNothingCut(page)
  await page.goto('/')
  const atHome = page.getByRole('region', { name: 'Running now' }).getByRole('link', { name: word })
  expect(await linesOf(atHome)).toBeLessThan(4)
  await expectNothingCut(page)
})

test('lists that open below a button keep a distance to the edges of the window', {
  tag: '@every-browser',
}, async ({ page }) => {
  await newParticipant(page)
  const running = [{ categorySlug: 'web', challengeSlug: 'hangar-search' }]
  await change(page, '**/v1/user/stats', (stats: object) => ({
    ...stats,
    runningChallenges: { maximum: 3, running },
  }))
  await page.goto('/challenge/web/hangar-search')
  for (const name of ['Running environments', /solves?$/]) {
    const button = page.getByRole('button', { name })
    await button.click()
    const below = await button.boundingBox()
    const box = await page.locator('[popover]:popover-open').boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual((below?.y ?? 0) + (below?.height ?? 0))
    expect(box?.y).toBeLessThanOrEqual((below?.y ?? 0) + (below?.height ?? 0) + 8)
    expect(box?.x).toBeGreaterThanOrEqual(16)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(phone.width - 16)
    await page.keyboard.press('Escape')
  }
})
