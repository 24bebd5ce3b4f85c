import type { Locator, Page } from 'playwright/test'
import { solve } from '../../events/demo/web/hangar-search/solve.ts'
import { expect, test } from './test.ts'

/** More stops than any page has. */
const STOPS = 80

/** Whether the browser marks what has the focus, on itself or on the box that it fills. */
const isFocusMarked = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return true
    const boxes = [focused, focused.parentElement, focused.parentElement?.parentElement]
    return boxes.some(box => {
      if (!box) return false
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(box)
      return (
        (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) ||
        (box.matches(':focus-within') && boxShadow !== 'none')
      )
    })
  })

/** Goes there by Tab or Shift+Tab alone; every stop on the way shows that it has the focus. */
async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const page = target.page()
  await expect(target).toBeVisible({ timeout: 20_000 })
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press(key)
    const on = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? '')
    expect(await isFocusMarked(page), `a visible focus on ${on}`).toBe(true)
    if (await target.evaluate(element => element === document.activeElement)) return
  }
  throw new Error(`${target} is not reached by ${key}.`)
}

test('the whole job is played by keyboard alone, with the focus in sight', async ({ page }) => {
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const fill = async (label: string, text: string) => {
    await tabTo(page.getByLabel(label, { exact: true }))
    await keyboard.type(text)
  }

  await page.goto('/')
  await expect(page.getByLabel('Username')).toBeFocused()
  await keyboard.type('typist')
  await fill('Password', 'correct horse')
  await tabTo(button('Create account'))
  await keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Hello, typist!' })).toBeVisible()

  await test.step('the first stop skips to the content', async () => {
    await keyboard.press('Tab')
    await expect(page.getByRole('link', { name: /^Skip/ })).toBeFocused()
    await expect(page.getByRole('link', { name: /^Skip/ })).toBeInViewport()
    await keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  await test.step('a team is founded, and a group chosen', async () => {
    await fill('Team name', 'Typists')
    await keyboard.press('Enter')
    await tabTo(page.getByRole('radio', { name: /^Open/ }))
    await keyboard.press('ArrowDown')
    await expect(page.getByRole('radio', { name: /^Students/ })).toBeChecked()
    await fill('Password of the group', 'wrong')
    await keyboard.press('Enter')
    await expect(page.getByText('The password is invalid.')).toBeVisible()
    await keyboard.press('Control+A')
    await keyboard.type('demo-students')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
  })

  await test.step('a dialog takes the focus, keeps it, and gives it back', async () => {
    const vpn = page.getByRole('banner').getByRole('button', { name: 'VPN' })
    await tabTo(vpn, 'Shift+Tab')
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    for (let stop = 0; stop < 12; stop++) {
      await keyboard.press('Tab')
      const isOutside = await page.evaluate(
        () => document.activeElement?.closest('#root > * :is(header, main, nav)') !== null,
      )
      expect(isOutside, 'the focus left the dialog').toBe(false)
    }
    await tabTo(dialog.getByRole('button', { name: 'Close' }))
    // The first one takes the tooltip of the button away.
    await keyboard.press('Escape')
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(vpn).toBeFocused()
  })

  await test.step('an environment is started, its flag found and submitted', async () => {
    await tabTo(page.getByRole('link', { name: /^Hangar Search/ }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeFocused()
    await tabTo(page.getByRole('button', { name: 'Start', exact: true }))
    await keyboard.press('Space')
    const link = page.getByRole('link', { name: 'Open' })
    const address = new URL((await link.getAttribute('href', { timeout: 20_000 })) ?? '')
    const endpoint = { ip: address.hostname, port: Number(address.port), protocol: 'http' }
    const [flag = ''] = await solve({
      endpoints: [{ ...endpoint, title: 'Hangar' }],
      filesFolder: '',
      flagPrefix: 'GUIDON',
    })
    await tabTo(page.getByRole('textbox', { name: 'Flag' }))
    await keyboard.type(flag)
    await keyboard.press('Enter')
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
  })

  await test.step('the scoreboard counts it, and the environment is stopped', async () => {
    await tabTo(page.getByRole('button', { name: 'Stop', exact: true }))
    await keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible({
      timeout: 20_000,
    })
    await tabTo(page.getByRole('link', { name: 'Scoreboard' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByRole('row', { name: /Typists/ })).toContainText('#1')
  })

  await tabTo(button('Logout'), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Username')).toBeVisible()
})
