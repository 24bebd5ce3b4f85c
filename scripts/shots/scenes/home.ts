import type { Participant } from '../../../tests/support/participant.ts'
import { crowdedName } from '../crowd.ts'
import { instanceOf, play, playWith, type Scene, submit, team } from '../scene.ts'

const chooseStudents = async (participant: Participant) => {
  await team(participant)
  await participant.visit('/')
  await participant.page.locator('label', { hasText: 'Students' }).click()
}

const titles = [
  ...[
    'Echo',
    'Signal Hoist',
    'The Long Way Round',
    'XOR',
    'A Register That Nobody Closed Properly',
  ],
  ...['Baggage Claim', 'Donaudampfschifffahrtsgesellschaft', 'Ping', 'Tail Number', 'Last Call'],
]
const categories = ['web', 'signals', 'cryptography', 'recovery', 'preflight']

const manyChallenges = Array.from({ length: 100 }, (_, number) => ({
  categorySlug: categories[number % 5],
  slug: `challenge-${number}`,
  order: number,
  name: `${titles[(number * 7) % 10]}${number < 10 ? '' : ` ${number}`}`,
  difficulty: ['easy', 'medium', 'hard'][number % 3],
  points: 50 * (1 + (number % 10)),
  solves: (number * 13) % 60,
  tags: number % 4 ? [] : ['heap', 'a longer tag'],
  firstBlood: null,
}))

export const home: Scene[] = [
  { name: 'home-team', event: 'running', arrange: participant => participant.visit('/') },
  {
    name: 'home-team-empty-token',
    event: 'running',
    async arrange(participant) {
      await participant.visit('/')
      await participant.page.locator('form').first().getByRole('button').last().click()
    },
  },
  {
    name: 'home-team-name-taken',
    event: 'crowded',
    async arrange(participant) {
      await participant.visit('/')
      const form = participant.page.locator('form').last()
      await form.locator('input').fill(crowdedName)
      await form.getByRole('button').last().click()
    },
  },
  {
    name: 'home-upcoming',
    event: 'upcoming',
    async arrange(participant) {
      await team(participant)
      await participant.visit('/')
    },
  },
  { name: 'home-score-group', event: 'running', arrange: chooseStudents },
  {
    name: 'home-score-group-wrong-password',
    event: 'running',
    async arrange(participant) {
      await chooseStudents(participant)
      await participant.page.locator('input[type=password]').fill('wrong')
      await participant.page.locator('form button[type=submit]').click()
    },
  },
  { name: 'home-play', event: 'running', arrange: play('/') },
  {
    name: 'home-board',
    event: 'crowded',
    arrange: play('/', async participant => {
      await submit({
        'preflight/radio-check': 'GUIDON{reading-you-five-by-five!}',
        'preflight/checklist': 'GUIDON{left_right_both_off}',
        'recovery/flight-recorder': 'GUIDON{the_flight_goes_on_after_IEND}',
      })(participant)
      const hangar = instanceOf('hangar-search', 'web')
      await participant.call('PUT', hangar)
      await participant.endpoints(hangar)
      await participant.visit('/')
    }),
  },
  {
    name: 'home-board-many',
    event: 'crowded',
    arrange: playWith('/', { '**/v1/challenges/': manyChallenges }),
  },
  {
    name: 'home-board-loading',
    event: 'running',
    async arrange(participant) {
      await play('/scoreboard')(participant)
      await participant.hold('**/v1/challenges/')
      await participant.page.goto('/')
      await participant.page.locator('main h1').waitFor()
    },
  },
  {
    name: 'home-board-failed',
    event: 'running',
    arrange: playWith('/', { '**/v1/challenges/': 500 }),
  },
  { name: 'home-over', event: 'over', arrange: participant => participant.visit('/') },
  {
    name: 'menu',
    event: 'running',
    isOverlay: true,
    widths: [360],
    arrange: play('/', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 780 })
      await page.getByRole('banner').getByRole('button').first().click()
    }),
  },
]
