import {
  inMinutes,
  instanceOf,
  joinMate,
  play,
  playWith,
  type Scene,
  submit,
  team,
} from '../scene.ts'

const scoreboard = '**/v1/stats/scoreboard'
const solveTimes = '**/v1/stats/solvetimes'

const important = {
  id: 'harbour',
  time: inMinutes(-1),
  importance: 'high',
  title: {
    en: 'Two-Time Pad has a new file: download it again',
    de: 'Two-Time Pad hat eine neue Datei: Lade sie noch einmal herunter',
  },
  text: { en: 'The old one was cut off.', de: 'Die alte war abgeschnitten.' },
}

const goOffline: Scene['arrange'] = async ({ page }) => {
  await page.context().setOffline(true)
  await page.getByRole('dialog').waitFor({ timeout: 30_000 })
}

export const boards: Scene[] = [
  {
    name: 'own-team',
    event: 'running',
    arrange: play('/my-team'),
  },
  {
    name: 'own-team-busy',
    event: 'running',
    arrange: play('/', async participant => {
      const first = await joinMate(participant)
      const second = await joinMate(participant)
      const hangar = instanceOf('hangar-search', 'web')
      await submit({ 'preflight/radio-check': 'GUIDON{reading-you-five-by-five!}' })(first)
      await submit({ 'preflight/checklist': 'GUIDON{left_right_both_off}' })(participant)
      await submit({ 'preflight/checklist': 'GUIDON{left_right_both_off}' })(second)
      await submit({ 'recovery/flight-recorder': 'GUIDON{the_flight_goes_on_after_IEND}' })(second)
      await first.call('PUT', hangar)
      await participant.call('PUT', instanceOf('readback', 'signals'))
      await participant.endpoints(hangar)
      await participant.endpoints(instanceOf('readback', 'signals'))
      await submit({ 'web/hangar-search': 'GUIDON{hangar-four}' })(first)
      await participant.visit('/my-team')
    }),
  },
  {
    name: 'own-team-failed',
    event: 'running',
    arrange: playWith('/my-team', {
      '**/v1/user/submissions': 500,
      '**/v1/stats/history': 500,
      '**/v1/stats/accounts/*': 500,
    }),
  },
  {
    name: 'own-team-loading',
    event: 'running',
    async arrange(participant) {
      await play('/')(participant)
      for (const path of ['user/submissions', 'stats/history', 'user/team'])
        await participant.hold(`**/v1/${path}`)
      await participant.page.goto('/my-team')
      await participant.page.locator('main').waitFor()
    },
  },
  {
    name: 'join',
    event: 'running',
    async arrange({ page, visit }) {
      await visit('/')
      await page.goto('/join#an-invitation')
      await page.locator('main h1').waitFor()
    },
  },
  {
    name: 'own-team-before-start',
    event: 'upcoming',
    async arrange(participant) {
      await team(participant)
      await participant.visit('/my-team')
    },
  },
  {
    name: 'own-team-leave',
    event: 'upcoming',
    isOverlay: true,
    async arrange(participant) {
      await team(participant)
      await participant.visit('/my-team')
      await participant.page.locator('main').getByRole('button').first().click()
      await participant.page.getByRole('dialog').waitFor()
    },
  },
  { name: 'scoreboard-new', event: 'running', arrange: play('/scoreboard') },
  { name: 'scoreboard', event: 'crowded', arrange: play('/scoreboard') },
  {
    name: 'scoreboard-frozen',
    event: 'crowded',
    arrange: playWith('/scoreboard', { [scoreboard]: { frozenSince: inMinutes(-20 * 60) } }),
  },
  {
    name: 'account',
    event: 'crowded',
    arrange: play('/scoreboard', async ({ page }) => {
      await page.locator('main tbody a').first().click()
      await page.locator('main table').waitFor()
    }),
  },
  {
    name: 'scoreboard-nobody-found',
    event: 'crowded',
    arrange: play('/scoreboard', ({ page }) =>
      page.locator('main input').fill('a name that nobody has'),
    ),
  },
  {
    name: 'scoreboard-empty',
    event: 'running',
    arrange: playWith('/scoreboard', {
      [scoreboard]: { entries: [] },
      '**/v1/user/stats': { accountId: '' },
    }),
  },
  {
    name: 'scoreboard-loading',
    event: 'running',
    async arrange(participant) {
      await play('/')(participant)
      await participant.hold(scoreboard)
      await participant.page.goto('/scoreboard')
      await participant.page.locator('main h1').waitFor()
    },
  },
  {
    name: 'scoreboard-failed',
    event: 'running',
    arrange: playWith('/scoreboard', { [scoreboard]: 500 }),
  },
  {
    name: 'scoreboard-offline',
    event: 'crowded',
    isOverlay: true,
    arrange: play('/scoreboard', goOffline),
  },
  { name: 'announcements', event: 'running', arrange: play('/announcements') },
  {
    name: 'announcements-none',
    event: 'running',
    arrange: playWith('/announcements', { '**/v1/announcements': { announcements: [] } }),
  },
  {
    name: 'announcements-loading',
    event: 'running',
    async arrange(participant) {
      await play('/')(participant)
      await participant.hold('**/v1/announcements')
      await participant.page.goto('/announcements')
      await participant.page.locator('main h1').waitFor()
    },
  },
  {
    name: 'announcements-failed',
    event: 'running',
    arrange: playWith('/announcements', { '**/v1/announcements': 500 }),
  },
  {
    name: 'announcements-toast',
    event: 'running',
    isOverlay: true,
    arrange: play('/challenge/web/three-pennants', async participant => {
      await participant.answer('**/v1/announcements', { announcements: [important] })
      await participant.page.evaluate(() => {
        for (const hidden of [true, false]) {
          Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
          document.dispatchEvent(new Event('visibilitychange'))
        }
      })
      await participant.page.locator('article[data-important]').waitFor()
    }),
  },
  { name: 'calendar-new', event: 'running', arrange: play('/solves-calendar') },
  { name: 'calendar', event: 'crowded', arrange: play('/solves-calendar') },
  {
    name: 'calendar-tooltip',
    event: 'crowded',
    isOverlay: true,
    arrange: play('/solves-calendar', ({ page }) =>
      page.locator('main td[data-level], main td').nth(3).hover(),
    ),
  },
  {
    name: 'calendar-no-challenges',
    event: 'running',
    arrange: playWith('/solves-calendar', { [solveTimes]: { categories: [] } }),
  },
  {
    name: 'calendar-no-flags',
    event: 'running',
    arrange: playWith('/solves-calendar', {
      [solveTimes]: {
        categories: [{ name: 'Web', challengeSolves: [{ name: 'Hangar', flagSolves: [] }] }],
      },
    }),
  },
  {
    name: 'calendar-failed',
    event: 'running',
    arrange: playWith('/solves-calendar', { [solveTimes]: 500 }),
  },
]
