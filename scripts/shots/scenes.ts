import { solve as solveHangar } from '../../events/demo/web/hangar-search/solve.ts'
import type { Stage } from './stage.ts'

/** One screen in one state: how to get there, from a freshly signed-in account. */
export interface Scene {
  readonly name: string
  /** The event's phase. */
  readonly event: 'upcoming' | 'running' | 'over'
  readonly arrange: (stage: Stage) => Promise<void>
}

const team = (stage: Stage) => stage.call('POST', '/v1/teams', { name: `Team of ${stage.user}` })
const group = (stage: Stage) =>
  stage.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })

/** A team, a score group, and the page that is wanted. */
const play =
  (path: string, then: (stage: Stage) => Promise<unknown> = async () => {}) =>
  async (stage: Stage) => {
    await team(stage)
    await group(stage)
    await stage.visit(path)
    await then(stage)
  }

const hangar = '/challenge/web/hangar-search'
const instanceOf = (slug: string, category: string) =>
  `/v1/challenges/${slug}/instance?category=${category}`

export const scenes: Scene[] = [
  { name: 'home-team', event: 'running', arrange: stage => stage.visit('/') },
  {
    name: 'home-team-errors',
    event: 'running',
    async arrange(stage) {
      await stage.visit('/')
      await stage.page.locator('form').first().getByRole('button').last().click()
      await stage.page.locator('form').last().getByRole('button').last().click()
    },
  },
  {
    name: 'home-upcoming',
    event: 'upcoming',
    async arrange(stage) {
      await team(stage)
      await stage.visit('/')
    },
  },
  {
    name: 'home-score-group',
    event: 'running',
    async arrange(stage) {
      await team(stage)
      await stage.visit('/')
      await stage.page.locator('label', { hasText: 'Students' }).click()
    },
  },
  {
    name: 'home-score-group-wrong-password',
    event: 'running',
    async arrange(stage) {
      await team(stage)
      await stage.visit('/')
      await stage.page.locator('label', { hasText: 'Students' }).click()
      await stage.page.locator('input[type=password]').fill('wrong')
      await stage.page.locator('form button[type=submit]').click()
    },
  },
  { name: 'home-play', event: 'running', arrange: play('/') },
  {
    name: 'home-over',
    event: 'over',
    arrange: stage => stage.visit('/'),
  },
  { name: 'own-team', event: 'running', arrange: play('/my-team') },
  {
    name: 'own-team-before-start',
    event: 'upcoming',
    async arrange(stage) {
      await team(stage)
      await stage.visit('/my-team')
    },
  },
  { name: 'scoreboard', event: 'running', arrange: play('/scoreboard') },
  { name: 'calendar', event: 'running', arrange: play('/solves-calendar') },
  { name: 'flugzeug', event: 'running', arrange: play('/flugzeug') },
  {
    name: 'challenge-files',
    event: 'running',
    arrange: play('/challenge/recovery/flight-recorder'),
  },
  { name: 'challenge-table', event: 'running', arrange: play('/challenge/preflight/signal-hoist') },
  { name: 'challenge-not-running', event: 'running', arrange: play(hangar) },
  {
    name: 'challenge-running',
    event: 'running',
    arrange: play(hangar, async stage => {
      const instance = instanceOf('hangar-search', 'web')
      await stage.call('PUT', instance)
      await stage.endpoints(instance)
      await stage.visit(hangar)
    }),
  },
  {
    name: 'challenge-rejected',
    event: 'running',
    arrange: play(hangar, async ({ page }) => {
      await page.locator('input[name=flag]').fill('GUIDON{not-this-one}')
      await page.keyboard.press('Enter')
    }),
  },
  {
    name: 'challenge-completed',
    event: 'running',
    arrange: play(hangar, async stage => {
      const instance = instanceOf('hangar-search', 'web')
      await stage.call('PUT', instance)
      const endpoints = await stage.endpoints(instance)
      const [flag] = await solveHangar({ endpoints, filesFolder: '', flagPrefix: 'GUIDON' })
      await stage.call('POST', '/v1/challenges/hangar-search/solve?category=web', { flag })
      await stage.visit(hangar)
    }),
  },
  {
    name: 'challenge-limit',
    event: 'running',
    arrange: play('/', async stage => {
      for (const [category, slug] of [
        ['web', 'three-pennants'],
        ['signals', 'readback'],
        ['signals', 'two-time-pad'],
      ] as const) {
        await stage.call('PUT', instanceOf(slug, category))
      }
      await stage.visit(hangar)
    }),
  },
  { name: 'challenge-unknown', event: 'running', arrange: play('/challenge/web/no-such-thing') },
  { name: 'not-found', event: 'running', arrange: stage => stage.visit('/nowhere') },
  {
    name: 'dialog-vpn',
    event: 'running',
    arrange: play('/', ({ page }) =>
      page.getByRole('banner').getByRole('button', { name: 'VPN' }).click(),
    ),
  },
  {
    name: 'dialog-discord',
    event: 'running',
    arrange: play('/', ({ page }) =>
      page.getByRole('banner').getByRole('button', { name: 'Discord' }).click(),
    ),
  },
  {
    name: 'dialog-debug',
    event: 'running',
    arrange: play('/', stage =>
      stage.page.getByRole('banner').getByRole('button', { name: stage.user }).click(),
    ),
  },
  {
    name: 'running-list',
    event: 'running',
    arrange: play('/', async stage => {
      await stage.call('PUT', instanceOf('three-pennants', 'web'))
      await stage.call('PUT', instanceOf('readback', 'signals'))
      await stage.visit('/')
      await stage.page.locator('button[popovertarget]', { hasText: '2' }).click()
    }),
  },
  {
    name: 'palette',
    event: 'running',
    arrange: play('/', async stage => {
      await stage.call('PUT', instanceOf('three-pennants', 'web'))
      await stage.visit('/')
      await stage.page.keyboard.press('Control+k')
      await stage.page.getByRole('combobox', { name: /challenge/i }).waitFor()
      await stage.page.keyboard.press('ArrowDown')
    }),
  },
  {
    name: 'dialog-network',
    event: 'running',
    arrange: play(hangar, async ({ page }) => {
      await page.context().setOffline(true)
      await page.locator('input[name=flag]').fill('GUIDON{typed-offline}')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
    }),
  },
]
