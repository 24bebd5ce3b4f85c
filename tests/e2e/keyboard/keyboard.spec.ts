import { solve } from '../../../events/demo/web/hangar-search/solve.ts'
import { keepMessages } from '../page/timers.ts'
import { expect, playing, test } from '../test.ts'
import { isFocusMarked, tabTo } from './by-keyboard.ts'

test('the whole job is played by keyboard alone, with the focus in sight', async ({ page }) => {
  test.setTimeout(180_000)
  const { keyboard } = page
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const fill = async (label: string, text: string) => {
    await tabTo(page.getByLabel(label, { exact: true }))
    await keyboard.type(text)
  }

  await keepMessages(page.context())
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
    // The first Escape hides the tooltip of the button.
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
      // A tooltip may be open. Then the first Escape closes it.
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
    await expect(page.getByRole('dialog').getByText('↑ ↓ choose ↵ open')).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(before).toBeFocused()
    await keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Page or challenge' })).toBeFocused()
    await keyboard.type('xyzzy')
    // It stands where the eyes are, and where no keyboard of a phone hides it.
    const nothing = await page.getByRole('dialog').getByText('No matches.').boundingBox()
    const field = await page.getByRole('combobox', { name: 'Page or challenge' }).boundingBox()
    expect((nothing?.y ?? 0) - (field?.y ?? 0)).toBeLessThan(100)
    await page.getByRole('combobox', { name: 'Page or challenge' }).fill('scoreb')
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
    const address = new URL((await link.getAttribute('href')) ?? '')
    // The button that was pressed is gone.
    await expect(page.getByRole('heading', { name: 'Environment' })).toBeFocused()
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
    await expect(page.getByRole('heading', { name: 'Flag', exact: true })).toBeFocused()
  })

  await test.step('running environments are listed, and the list closes by Escape', async () => {
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
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible()
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

  await test.step('a dialog closes it, and one Escape leads back to its button', async () => {
    await tabTo(toggle, 'Shift+Tab')
    for (const name of [/^Hello/, /^Jump to/, 'Help']) {
      await keyboard.press('Enter')
      await tabTo(page.getByRole('region', { name: 'Settings' }).getByRole('button', { name }))
      await keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      await expect(menu).toBeHidden()
      await keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(toggle).toBeFocused()
    }
  })
})

test('the additions of a race are used by keyboard alone', async ({ page }) => {
  test.setTimeout(180_000)
  const { keyboard } = page
  await playing(page)
  const menu = page.getByRole('navigation', { name: 'Pages and challenges' })
  const links = menu.getByRole('link', { name: /^(Radio Check|Checklist)/ })

  await test.step('the challenges are filtered, and a category is folded', async () => {
    await tabTo(menu.getByRole('searchbox', { name: 'Filter challenges' }))
    await keyboard.type('radio')
    await expect(links).toHaveCount(1)
    await keyboard.press('Control+A')
    await keyboard.press('Delete')
    await expect(links).toHaveCount(2)
    await tabTo(menu.getByRole('checkbox', { name: 'Hide completed challenges' }))
    await keyboard.press('Space')
    await expect(menu.getByRole('checkbox')).toBeChecked()
    await keyboard.press('Space')
    const category = menu.getByRole('button', { name: /^preflight/i })
    await tabTo(category)
    await keyboard.press('Enter')
    await expect(links).toHaveCount(0)
    await keyboard.press('Space')
    await expect(links).toHaveCount(2)
    await expect(category).toBeFocused()
  })

  await test.step('a card of the board opens its challenge', async () => {
    await tabTo(page.getByRole('main').getByRole('link', { name: 'Hangar Search', exact: true }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Hangar Search' })).toBeFocused()
  })

  await test.step('a hint asks first, and is read where the focus is', async () => {
    const free = page.locator('summary', { hasText: 'Hint 1' })
    await tabTo(free)
    await keyboard.press('Enter')
    await expect(page.getByText('a single quotation mark')).toBeVisible()
    const dear = page.locator('summary', { hasText: 'Hint 2' })
    await tabTo(dear)
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Take hint 2?' })
    await expect(dialog).toBeVisible()
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(dear).toBeFocused()
    await keyboard.press('Space')
    await tabTo(dialog.getByRole('button', { name: /^Take it for/ }))
    await keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('sqlite_master')).toBeVisible()
    await expect(dear).toBeFocused()
  })

  await test.step('a flag is submitted, and the next challenge follows', async () => {
    await tabTo(menu.getByRole('link', { name: /^Radio Check/ }), 'Shift+Tab')
    await keyboard.press('Enter')
    await tabTo(page.getByRole('textbox', { name: 'Flag' }))
    await keyboard.type('GUIDON{reading-you-five-by-five!}')
    await keyboard.press('Enter')
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible()
    await expect(page.locator(':focus')).toBeVisible()
    expect(await isFocusMarked(page)).toBe(true)
    await tabTo(page.getByRole('main').getByRole('link').last())
  })

  await test.step('the numbers of the chart unfold, and a name is found', async () => {
    await tabTo(menu.getByRole('link', { name: 'Scoreboard' }), 'Shift+Tab')
    await keyboard.press('Enter')
    const numbers = page.locator('summary', { hasText: 'Show the numbers' })
    await tabTo(numbers)
    await keyboard.press('Enter')
    await tabTo(page.getByRole('region', { name: 'Numbers of the chart' }))
    await tabTo(page.getByRole('searchbox', { name: 'Find a name' }))
    await keyboard.type('no such team')
    await expect(page.getByText(/^0 of \d+ shown$/)).toBeVisible()
    await tabTo(page.getByRole('button', { name: 'Jump to me' }))
    await keyboard.press('Enter')
    await expect(page.locator('tr[data-own-row]')).toBeFocused()
    expect(await isFocusMarked(page)).toBe(true)
  })

  await test.step('the bell leads to the announcements', async () => {
    await tabTo(page.getByRole('banner').getByRole('link', { name: /^Announcements/ }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Announcements' })).toBeFocused()
  })

  await test.step('the invitation to the team is copied', async () => {
    await tabTo(menu.getByRole('link', { name: 'Your team' }), 'Shift+Tab')
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: /^Team of/ })).toBeFocused()
    await tabTo(page.getByRole('main').getByRole('button', { name: /Copy/ }).first())
  })
})
