import type { Page } from 'playwright/test'
import { createAccount, expect, newParticipant, test } from '../test.ts'

/** The token of the user's team, as the page of the team shows it. */
async function inviteLink(page: Page): Promise<string> {
  await page.goto('/my-team')
  return String(await page.getByRole('group', { name: 'Invite link' }).textContent())
}

test('an invitation survives the sign-in, asks, joins, and tells no server its token', async ({
  page,
  browser,
  baseURL,
}) => {
  const host = await newParticipant(page)
  const link = await inviteLink(page)
  const token = link.split('#')[1] ?? ''
  expect(link).toBe(`${baseURL}/join#${token}`)

  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const guest = await context.newPage()
  const leaks: string[] = []
  guest.on('request', async request => {
    // If the page was closed, not all headers of a request are known.
    const headers = JSON.stringify(await request.allHeaders().catch(() => request.headers()))
    const isJoin = new URL(request.url()).pathname === '/v1/teams/join'
    const text = `${request.url()} ${headers} ${isJoin ? '' : (request.postData() ?? '')}`
    if (text.includes(token)) leaks.push(request.url())
  })
  await guest.goto(link)
  await createAccount(guest, `guest-of-${host}`)
  await expect(guest.getByRole('heading', { name: 'Join the team?' })).toBeVisible()
  await expect(guest).toHaveURL(/\/join$/)

  await guest.getByRole('button', { name: 'Join team' }).click()
  await expect(
    guest.getByRole('heading', { name: `You are in the team Team of ${host}.` }),
  ).toBeVisible()
  expect(leaks).toEqual([])
  expect(await guest.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(token)

  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: /^You are already in the team/ })).toBeVisible()
  await context.close()
})

test('anyone who declines an invitation is not asked again', async ({ page, browser, baseURL }) => {
  await newParticipant(page)
  const link = await inviteLink(page)
  const context = await browser.newContext(baseURL ? { baseURL } : {})
  const guest = await context.newPage()
  await guest.goto(link)
  await createAccount(guest, `decliner${Date.now()}`)
  await guest.getByRole('link', { name: 'No, thanks' }).click()
  await expect(guest.getByRole('heading', { name: 'Find your team' })).toBeVisible()
  await guest.goto('/join')
  await expect(guest.getByRole('heading', { name: 'This link is incomplete.' })).toBeVisible()
  await context.close()
})
