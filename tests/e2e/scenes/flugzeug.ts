import { findProgram } from '../../../scripts/browser.ts'
import { pictureIn } from '../desktop/live-canvas.ts'
import { at, type LocalParticipant, type Scene } from './scene.ts'

const machine = '/v1/user/flugzeug'

/** Polls, like the app, until the desktop has the wanted status. */
async function reach({ call, page }: LocalParticipant, wanted: string): Promise<string> {
  for (;;) {
    const { status, url } = JSON.parse(await call('GET', machine))
    if (status === wanted) return url ?? ''
    await page.waitForTimeout(200)
  }
}

const opened = (english: string): Scene => ({
  name: `desktop.html, ${english}`,
  async open({ page, text }) {
    const opener = page.getByRole('button', { name: text(english), exact: true })
    // The bar may have hidden itself, and appears for the focus.
    await opener.focus()
    await opener.click()
    await page.getByRole('heading', { name: text(english), exact: true }).waitFor()
  },
})

/** The page of a running desktop that the app embeds, opened on its own. */
const desktop: Scene[] = [
  {
    name: 'Flugzeug, running',
    async open(participant) {
      await participant.call('POST', machine)
      await reach(participant, 'running')
      await participant.visit('/flugzeug')
      await pictureIn(participant.page.frameLocator('iframe')).waitFor()
    },
  },
  {
    name: 'desktop.html, connected',
    async open(participant) {
      await participant.page.goto(await reach(participant, 'running'))
      await pictureIn(participant.page).waitFor()
    },
  },
  ...['Clipboard', 'Special keys', 'Let team mates watch', 'Picture', 'Help'].map(opened),
  {
    name: 'desktop.html, refused',
    async open({ page, text }) {
      await page.goto('/desktop.html?ticket=forged')
      await page.getByText(text('Open the desktop from the Flugzeug page.')).waitFor()
    },
  },
  {
    name: 'desktop.html, disconnected',
    async open(participant) {
      const pass = participant.page.waitForResponse('**/desktop/files/pass')
      await participant.page.goto(await reach(participant, 'running'))
      await pictureIn(participant.page).waitFor()
      // A stopped desktop gives no ticket.
      await pass
      await participant.call('PUT', `${machine}/stop`)
      await participant.page.getByText(participant.text('The desktop was stopped.')).waitFor()
    },
  },
  {
    name: 'Flugzeug, stopped',
    async open(participant) {
      await reach(participant, 'stopped')
      await participant.visit('/flugzeug')
    },
  },
  {
    name: 'Flugzeug of a team mate, not shared',
    async open({ visit, page, text }) {
      await visit('/flugzeug#view=none')
      await page.getByText(text('This desktop is not shared.')).waitFor()
      await page.getByRole('button', { name: text('Back to your own desktop') }).waitFor()
    },
  },
  {
    name: 'Flugzeug, stopped again',
    open: ({ visit }) => visit('/flugzeug'),
  },
  {
    name: 'dialog: reset the Flugzeug',
    async open({ page, text }) {
      await page.getByRole('button', { name: text('Reset') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** Without Xvnc, the platform offers no desktop. */
export const flugzeug: Scene[] = findProgram('Xvnc')
  ? [at('Flugzeug', '/flugzeug'), ...desktop]
  : []
