import { crowdedName } from '../crowd.ts'
import { play, type Scene, team } from '../scene.ts'
import type { Stage } from '../stage.ts'

const chooseStudents = async (stage: Stage) => {
  await team(stage)
  await stage.visit('/')
  await stage.page.locator('label', { hasText: 'Students' }).click()
}

export const home: Scene[] = [
  { name: 'home-team', event: 'running', arrange: stage => stage.visit('/') },
  {
    name: 'home-team-empty-token',
    event: 'running',
    async arrange(stage) {
      await stage.visit('/')
      await stage.page.locator('form').first().getByRole('button').last().click()
    },
  },
  {
    name: 'home-team-name-taken',
    event: 'crowded',
    async arrange(stage) {
      await stage.visit('/')
      const form = stage.page.locator('form').last()
      await form.locator('input').fill(crowdedName)
      await form.getByRole('button').last().click()
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
  { name: 'home-score-group', event: 'running', arrange: chooseStudents },
  {
    name: 'home-score-group-wrong-password',
    event: 'running',
    async arrange(stage) {
      await chooseStudents(stage)
      await stage.page.locator('input[type=password]').fill('wrong')
      await stage.page.locator('form button[type=submit]').click()
    },
  },
  { name: 'home-play', event: 'running', arrange: play('/') },
  { name: 'home-over', event: 'over', arrange: stage => stage.visit('/') },
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
