import { at, type Scene } from './scene.ts'

/** As long as the platform allows, and without a place to break. */
const longTeamName = (user: string) =>
  `Donaudampfschifffahrtsgesellschaftskapitänsmützen-${user}`.padEnd(100, 'n')

/** From a new account to play, in a running event. */
export const onboarding: Scene[] = [
  at('home: team', '/'),
  {
    name: 'home: team, both forms refused',
    async open({ page, text }) {
      await page.getByRole('button', { name: text('Join team') }).click()
      await page.getByRole('button', { name: text('Create team') }).click()
    },
  },
  {
    name: 'home: score group',
    async open({ page, call, user, visit }) {
      await call('POST', '/v1/teams', { name: longTeamName(user) })
      await visit('/')
      await page.locator('label', { hasText: 'Students' }).click()
    },
  },
  {
    name: 'home: score group, wrong password',
    async open({ page, text }) {
      await page.getByLabel(text('Password of the group')).fill('wrong')
      await page.locator('form button[type=submit]').click()
      await page.getByText(text('invalidPassword')).waitFor()
    },
  },
  at('invitation without a token', '/join'),
  {
    name: 'home: play',
    async open({ call, visit }) {
      await call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
      await visit('/')
    },
  },
]

/** Before the start. */
export const upcoming: Scene[] = [
  {
    name: 'home: not yet started',
    async open({ call, user, visit }) {
      await call('POST', '/v1/teams', { name: longTeamName(user) })
      await visit('/')
    },
  },
  at('own team before the start', '/my-team'),
  {
    name: 'dialog: leave the team',
    async open({ page, text }) {
      await page.getByRole('button', { name: text('Leave team') }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

/** After the end of the post play. */
export const over: Scene[] = [at('home: ended', '/'), at('not found, after the end', '/nowhere')]
