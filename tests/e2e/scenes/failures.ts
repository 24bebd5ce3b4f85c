import type { Route } from 'playwright/test'
import { answered, failing, type Scene } from './scene.ts'

const empty = (body: object) => (route: Route) => route.fulfill({ json: body })
const hangar = '/challenge/web/hangar-search'

/** Scenes that have nothing to show, or cannot load it. */
export const failures: Scene[] = [
  answered('the first load fails', '/', '**/v1/user/stats', failing),
  answered('the challenges cannot be listed', '/', '**/v1/challenges/', failing),
  answered('the scoreboard cannot be loaded', '/scoreboard', '**/v1/stats/scoreboard', failing),
  answered('the calendar cannot be loaded', '/solves-calendar', '**/v1/stats/solvetimes', failing),
  answered(
    'the challenge cannot be loaded',
    hangar,
    '**/v1/challenges/hangar-search?category=web',
    failing,
  ),
  answered(
    'the environment cannot be read',
    hangar,
    '**/v1/challenges/hangar-search/instance?category=web',
    failing,
  ),
  answered('no challenges', '/', '**/v1/challenges/', empty([])),
  answered(
    'an empty calendar',
    '/solves-calendar',
    '**/v1/stats/solvetimes',
    empty({ categories: [] }),
  ),
  answered(
    'a category without challenges, and a challenge without flags',
    '/solves-calendar',
    '**/v1/stats/solvetimes',
    empty({
      categories: [
        { name: 'Empty', challengeSolves: [] },
        { name: 'Web', challengeSolves: [{ name: 'Flagless', flagSolves: [] }] },
      ],
    }),
  ),
  {
    name: 'the code of a page cannot be loaded',
    async open({ page, visit, text }) {
      await visit('/')
      await page.route('**/assets/scoreboard-page*', route => route.abort())
      await page
        .getByRole('link', { name: text('Scoreboard') })
        .first()
        .click()
      await page.getByText(text('This page could not be shown.')).waitFor()
    },
  },
]
