import type { Locator, Page } from 'playwright/test'
import { solve } from '../../events/demo/web/hangar-search/solve.ts'
import { expect, playing, test } from './test.ts'

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
      const { outlineStyle, outlineWidth } = getComputedStyle(box)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
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
  test.setTimeout(180_000)
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

  await test.step('every other dialog closes by Escape, and gives the focus back', async () => {
    for (const name of ['Help', 'Hello, typist']) {
      const opener = page.getByRole('banner').getByRole('button', { name })
      await tabTo(opener, name === 'Help' ? 'Tab' : 'Shift+Tab')
      await keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      // A tooltip may be open, and takes the first one.
      await expect(async () => {
        await keyboard.press('Escape')
        await expect(dialog).toBeHidden({ timeout: 500 })
      }).toPass()
      await expect(opener).toBeFocused()
    }
  })

  await test.step('the palette is opened, left and used', async () => {
    const before = page.getByRole('banner').getByRole('button', { name: 'Hello, typist' })
    await keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Page or challenge' })).toBeFocused()
    expect(await isFocusMarked(page)).toBe(true)
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(before).toBeFocused()
    await keyboard.press('Control+k')
    await keyboard.type('scoreb')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Scoreboard' })).toBeFocused()
  })

  await test.step('an environment is started, its flag found and submitted', async () => {
    await tabTo(page.getByRole('navigation').getByRole('link', { name: /^Hangar Search/ }))
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

  await test.step('what runs is listed, and the list closes by Escape', async () => {
    const toggle = page.getByRole('button', { name: /^Running environments/ })
    await tabTo(toggle, 'Shift+Tab')
    await keyboard.press('Enter')
    const entry = page
      .locator('[popover]:popover-open')
      .getByRole('link', { name: 'Hangar Search' })
    await tabTo(entry)
    await keyboard.press('Escape')
    await expect(entry).toBeHidden()
    await expect(toggle).toBeFocused()
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

  await tabTo(button('Sign out'), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(page.getByLabel('Username')).toBeVisible()
})

test('on a small screen the menu is opened, used and closed by keyboard alone', async ({
  page,
}) => {
  const { keyboard } = page
  await page.setViewportSize({ width: 360, height: 780 })
  await playing(page)
  const toggle = page.getByRole('button', { name: 'Menu' })
  const menu = page.getByRole('navigation', { name: 'Pages and challenges' })
  await expect(menu).toBeHidden()
  await tabTo(toggle)
  await keyboard.press('Enter')
  await expect(menu).toBeVisible()

  await test.step('the next stop is its first link, and Escape closes it', async () => {
    await keyboard.press('Tab')
    await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused()
    expect(await isFocusMarked(page)).toBe(true)
    await keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(toggle).toBeFocused()
  })

  await test.step('its settings can be reached', async () => {
    await keyboard.press('Enter')
    await tabTo(page.getByRole('region', { name: 'Settings' }).getByRole('button').last())
  })

  await test.step('a link leads on, and closes it', async () => {
    await tabTo(menu.getByRole('link', { name: /^Radio Check/ }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(menu).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Radio Check' })).toBeFocused()
  })
})
