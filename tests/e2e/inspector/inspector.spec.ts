import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import { replay } from '../../../scripts/replay/replay.ts'
import { readTrace } from '../../../src/diagnostics/trace/read.ts'
import { copyAllowedSteps } from '../page/steps-taken.ts'
import { expect, newParticipant, playing, test } from '../test.ts'
import { buildInspected, serveInspected } from './serve.ts'

const FLAG = 'GUIDON{left_right_both_off}'
let site = ''

test.beforeAll(async () => {
  test.setTimeout(600_000)
  site = await buildInspected()
})

async function openInspected(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page', { timeout: 60_000 })
  await page.goto('/?inspect')
  const inspector = await opened
  await expect(inspector.getByRole('button', { name: /^app / })).toBeVisible()
  return inspector
}

/** How often the drawn transitions of an event were taken. Those that were not taken are left out. */
const timesTaken = async (chart: Locator, event: string) => {
  const titles = await chart.locator('.transition > title').allTextContents()
  const ofEvent = titles.filter(title => title.startsWith(`${event} `))
  expect(ofEvent.length).toBeGreaterThan(0)
  return ofEvent.flatMap(title => title.split(' · Taken ')[1] ?? [])
}

test('an environment and a flag pass through their states, and the chart sends an event', async ({
  page,
}) => {
  await newParticipant(page)
  await serveInspected(page.context(), site)
  const inspector = await openInspected(page)
  // The inspector's window cannot reach the app.
  expect(await inspector.evaluate(() => window.opener)).toBeNull()
  await inspector.getByRole('button', { name: 'Record', exact: true }).click()

  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Hangar Search/ })
    .click()
  const instance = inspector.getByRole('button', { name: /^instance \(/ })
  await instance.click()
  const chart = inspector.getByRole('region', { name: 'Actor instance' })
  await expect(chart.getByRole('button', { name: 'instance.start', exact: true })).toBeVisible()
  await expect(chart.getByRole('group', { name: 'Chart of instance' })).toBeVisible()

  await test.step('the page starts it: the taken transition is marked', async () => {
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(page.getByRole('link', { name: 'Open' })).toBeVisible()
    await expect(chart.getByRole('button', { name: 'Send instance.stop' })).toBeVisible()
    await expect(chart.locator('.state[aria-current] .title').first()).toHaveText('idle')
    // The list follows its end, and further events may have come by now.
    await inspector.getByLabel('Filter the events').fill('@instance instance.start')
    const events = inspector.getByRole('list', { name: /^Events/ })
    await expect(events.getByText('instance.start', { exact: true })).toHaveCount(1)
    await inspector.getByLabel('Filter the events').clear()
    await expect.poll(() => timesTaken(chart, 'instance.start')).toEqual(['once'])
    expect(await timesTaken(chart, 'instance.stop')).toEqual([])
  })

  await test.step('the chart stops it', async () => {
    await chart.getByRole('button', { name: 'Send instance.stop' }).click()
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
    await expect.poll(() => timesTaken(chart, 'instance.stop')).toEqual(['once'])
  })

  await test.step('its parts fold by keyboard', async () => {
    await chart.getByRole('button', { name: 'Fold reading' }).press('Enter')
    await expect(chart.getByRole('button', { name: 'Open reading' })).toBeFocused()
    await expect(chart.getByText('needless')).toBeHidden()
  })

  await test.step('the slider goes back to before it was there', async () => {
    await inspector.getByRole('slider', { name: 'Moment' }).press('Home')
    await expect(chart).toBeHidden()
    await inspector.getByRole('button', { name: 'Back to now' }).click()
    await expect(chart.getByRole('group', { name: 'Chart of instance' })).toBeVisible()
  })

  await test.step('a flag is submitted, and is nowhere in the recording', async () => {
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Checklist/ })
      .click()
    await page.getByRole('textbox', { name: 'Flag' }).pressSequentially(FLAG)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await inspector.getByRole('button', { name: 'Stop recording' }).click()
    const download = inspector.waitForEvent('download', { timeout: 60_000 })
    await inspector.getByRole('button', { name: 'Export' }).click()
    const path = await (await download).path()
    const text = await readFile(path, 'utf8')
    expect(text).toContain('"flag.submit"')
    expect(text).toContain('"instance.stop"')
    expect(text).not.toMatch(/GUIDON|left_right|eyJ/)
    const trace = readTrace(text)
    expect(trace.ok && replay(trace.data)).toMatchObject({ difference: null })
    await inspector.getByLabel('Import').setInputFiles(path)
    await expect(inspector.getByRole('button', { name: /^app / })).toHaveCount(2)
  })
})

test('an organiser drops the diagnostics of a participant on it, and sees what happened', async ({
  page,
}) => {
  const kept = page.waitForResponse(/\/assets\/keep-/)
  await playing(page)
  await kept
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Checklist/ })
    .click()
  await page.getByRole('textbox', { name: 'Flag' }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This flag is wrong.')).toBeVisible()
  const { text } = await copyAllowedSteps(page)

  await serveInspected(page.context(), site)
  const inspector = await page.context().newPage()
  await inspector.goto('/inspector.html')
  await expect(inspector.getByText('or drop the file of a recording here')).toBeVisible()
  const dropped = await inspector.evaluateHandle(content => {
    const files = new DataTransfer()
    files.items.add(new File([content], 'diagnostics.jsonl'))
    return files
  }, text)
  await inspector.locator('#inspector > div').dispatchEvent('drop', { dataTransfer: dropped })
  await inspector.getByRole('button', { name: /^submission / }).click()
  const chart = inspector.getByRole('group', { name: 'Chart of submission' })
  await expect(chart.locator('.state[aria-current] .title').last()).toHaveText('rejected')
  await inspector.getByLabel('Filter the events').fill('flag.submit')
  const events = inspector.getByRole('list', { name: /^Events/ })
  await expect(events.getByText('flag.submit', { exact: true }).first()).toBeVisible()
})

test('a window that was blocked is offered on the page', async ({ page }) => {
  await newParticipant(page)
  await serveInspected(page.context(), site)
  await page.addInitScript(() => {
    const { open } = window
    let isFirst = true
    window.open = (...args) => {
      if (!isFirst) return open.apply(window, args)
      isFirst = false
      return null
    }
  })
  await page.goto('/?inspect')
  const opened = page.context().waitForEvent('page', { timeout: 60_000 })
  const notice = page.getByRole('alert').filter({ hasText: 'The browser blocked' })
  await notice.getByRole('button', { name: 'Open the inspector' }).click()
  const inspector = await opened
  await expect(inspector.getByRole('button', { name: /^app / })).toBeVisible()
  await expect(notice).toBeHidden()
})
