import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright/test'
import { askToReload } from '../../../platform/organiser/ask.ts'
import { tabTo } from '../keyboard/by-keyboard.ts'
import { stopPolls, stoppedTimers } from '../page/timers.ts'
import { createDataFolder, type RunningPlatform, spawnPlatform } from '../platform.ts'
import { expect, newParticipant, onOwnPlatform, returnToTab, test } from '../test.ts'
import { openWithStream } from './open-with-stream.ts'

const eventOf = ({ dataFolder }: Pick<RunningPlatform, 'dataFolder'>) => join(dataFolder, 'event')

const platform = onOwnPlatform(async () => {
  const dataFolder = await createDataFolder()
  const event = eventOf({ dataFolder })
  cpSync('events/demo', event, { recursive: true })
  return spawnPlatform({ dataFolder, event })
})

/** Announces something now, as an organiser does. */
function announce(title: string) {
  const file = join(eventOf(platform()), 'event.yaml')
  const [before = '', after = ''] = readFileSync(file, 'utf8').split('announcements:\n')
  const time = new Date().toISOString()
  const id = title.toLowerCase().replace(' ', '-')
  const one = `  - { id: ${id}, time: ${time}, title: ${title}, text: Look. }`
  writeFileSync(file, `${before}announcements:\n${one}\n${after}`)
  return askToReload(platform().dataFolder)
}

/** The titles of the notifications that the page has asked the browser for. */
const notified = (page: Page) =>
  page.evaluate(() => (window as unknown as { notified: string[] }).notified)

/** A browser without windows forbids notifications, so these stand in for its own. */
const recordNotifications = (page: Page) =>
  page.addInitScript(() => {
    const titles: string[] = []
    class Recorded extends EventTarget {
      static readonly permission = 'granted'
      static readonly requestPermission = async () => 'granted'
      constructor(title: string) {
        super()
        titles.push(title)
      }
    }
    Object.assign(window, { Notification: Recorded, notified: titles })
  })

/** Hides the page, as a browser does when another tab is in front. */
const hide = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })

const bellOf = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: /^Announcements/ })

/** Opens the scoreboard with a stream. The page counts what comes after that as new. */
async function openScoreboard(page: Page) {
  await openWithStream(page, '/scoreboard')
  await expect(bellOf(page)).toHaveAccessibleName(/unread/)
}

/** A tab of a browser of its own, in which somebody plays. It never polls. */
async function newTab(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  await stopPolls(context)
  const page = await context.newPage()
  await recordNotifications(page)
  await newParticipant(page)
  return page
}

test('an announcement reaches an open and a hidden tab, without a poll', async ({
  browser,
  baseURL,
}) => {
  const open = await newTab(browser, baseURL)
  const hidden = await newTab(browser, baseURL)
  await openWithStream(hidden, '/announcements')
  await hidden.getByRole('checkbox', { name: /^Notify me/ }).check()
  await hidden.getByRole('link', { name: 'Home', exact: true }).click()
  await expect(hidden.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
  await hide(hidden)
  await openScoreboard(open)

  await announce('Free coffee')
  const begun = performance.now()
  const toast = open.getByRole('article', { name: 'New announcement' })
  await expect(toast.getByRole('link', { name: 'Free coffee' })).toBeVisible()
  const description = `${Math.round(performance.now() - begun)} ms`
  test.info().annotations.push({ type: 'open tab', description })
  await open.emulateMedia({ media: 'print' })
  await expect(toast).toBeHidden()
  await open.emulateMedia({ media: null })
  await expect.poll(() => notified(hidden)).toEqual(['Free coffee'])
  // The open tab itself shows the announcement. A user who did not ask for notifications gets none.
  expect(await notified(open)).toEqual([])

  await open.getByRole('link', { name: /^Announcements, 2 unread/ }).click()
  await expect(open.getByRole('article', { name: 'Free coffee' })).toBeVisible()
  await expect(open.getByRole('banner').getByRole('link', { name: 'Announcements' })).toBeVisible()
  for (const page of [open, hidden]) {
    expect(await stoppedTimers(page)).toBeGreaterThan(0)
    await page.context().close()
  }
})

test('announced while the tab was unplugged, it is there once', async ({ browser, baseURL }) => {
  const page = await newTab(browser, baseURL)
  await openScoreboard(page)
  const bell = bellOf(page)
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? ''))
  const before = await unread()
  await page.context().setOffline(true)
  await returnToTab(page)
  const dialog = page.getByRole('dialog', { name: 'Network connectivity issues' })
  await expect(dialog).toBeVisible()
  await announce('Free cake')
  await page.context().setOffline(false)
  await expect(dialog).toBeHidden()
  const toast = page.getByRole('article', { name: 'New announcement' })
  await expect(toast.getByRole('link', { name: 'Free cake' })).toHaveCount(1)
  await expect.poll(unread).toBe(before + 1)
  await bell.click()
  await expect(page.getByRole('article', { name: 'Free cake' })).toHaveCount(1)
  await page.context().close()
})

test('a toast is reached, read and closed by keyboard alone', async ({ browser, baseURL }) => {
  const page = await newTab(browser, baseURL)
  await openScoreboard(page)
  const toast = page.getByRole('article', { name: 'New announcement' })
  await announce('Free tea')
  await expect(toast).toBeVisible()
  await tabTo(toast.getByRole('link', { name: 'Free tea' }), 'Shift+Tab')
  await tabTo(toast.getByRole('button', { name: 'Close' }))
  await page.keyboard.press('Enter')
  await expect(toast).toBeHidden()
  await announce('Free water')
  await tabTo(toast.getByRole('link', { name: 'Free water' }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('article', { name: 'Free water' })).toBeVisible()
  await page.context().close()
})
