import { instanceOf, play, playWith, type Scene } from '../scene.ts'

const dialog =
  (button: string | RegExp): Scene['arrange'] =>
  async ({ page }) => {
    await page.getByRole('banner').getByRole('button', { name: button }).click()
    await page.getByRole('dialog').waitFor()
  }

/** Aborts the requests for the code of a part. */
const lose = (file: string, then: Scene['arrange']): Scene['arrange'] =>
  play('/', async participant => {
    await participant.page.route(`**/assets/${file}-*`, route => route.fulfill({ status: 404 }))
    await then(participant)
  })

export const overlays: Scene[] = [
  {
    name: 'broken-dialog',
    event: 'running',
    isOverlay: true,
    arrange: lose('dialogs', dialog('VPN')),
  },
  {
    name: 'broken-page',
    event: 'running',
    arrange: lose('scoreboard-page', async ({ page }) => {
      await page.locator('a[href="/scoreboard"]').first().click()
      await page.locator('main').getByRole('button').first().waitFor()
    }),
  },
  { name: 'dialog-vpn', event: 'running', isOverlay: true, arrange: play('/', dialog('VPN')) },
  {
    name: 'dialog-vpn-code',
    event: 'running',
    isOverlay: true,
    arrange: play('/', async participant => {
      await dialog('VPN')(participant)
      await participant.page.getByRole('dialog').getByRole('button', { name: 'QR' }).click()
      await participant.page.getByRole('dialog').getByRole('img').waitFor()
    }),
  },
  {
    name: 'dialog-vpn-connected',
    event: 'running',
    isOverlay: true,
    arrange: playWith(
      '/',
      { '**/v1/user': { vpn: { connected: true, ipv4Address: '10.13.37.42' } } },
      dialog('VPN'),
    ),
  },
  {
    name: 'dialog-help',
    event: 'running',
    isOverlay: true,
    arrange: play('/', dialog(/^(Help|Hilfe)$/)),
  },
  {
    name: 'dialog-debug',
    event: 'running',
    isOverlay: true,
    arrange: play('/', participant => dialog(participant.user)(participant)),
  },
  {
    name: 'dialog-network',
    event: 'running',
    isOverlay: true,
    arrange: play('/challenge/web/hangar-search', async ({ page }) => {
      await page.context().setOffline(true)
      await page.locator('input[name=flag]').fill('GUIDON{typed-offline}')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    }),
  },
  {
    name: 'running-list',
    event: 'running',
    isOverlay: true,
    arrange: play('/', async participant => {
      await participant.call('PUT', instanceOf('three-pennants', 'web'))
      await participant.call('PUT', instanceOf('readback', 'signals'))
      await participant.visit('/')
      await participant.page.locator('button[popovertarget]', { hasText: '2' }).click()
    }),
  },
  {
    name: 'palette',
    event: 'running',
    isOverlay: true,
    arrange: play('/', async participant => {
      await participant.call('PUT', instanceOf('three-pennants', 'web'))
      await participant.visit('/')
      await participant.page.keyboard.press('Control+k')
      await participant.page.getByRole('combobox', { name: /challenge/i }).waitFor()
      await participant.page.keyboard.press('ArrowDown')
    }),
  },
]
