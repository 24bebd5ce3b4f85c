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
