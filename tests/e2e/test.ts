import { test as base, expect, type Page } from 'playwright/test'
import { endRoutes } from '../support/end-routes.ts'
import { giveSignIn, makeAccount, openBlank } from '../support/signed-in.ts'
import { type PageLog, watchLog } from './page/page-log.ts'
import { checkSteps, type Steps } from './page/trace/fixture.ts'
import { translate } from './page/translator.ts'
import { createDataFolder, type RunningPlatform, runningAt, spawnPlatform } from './platform.ts'

/** A running platform with the demo event, for tests that need only their own accounts. */
const given = process.env.GUIDON_BASE_URL ? runningAt(process.env.GUIDON_BASE_URL) : null

const startDemo = async () => given ?? spawnPlatform({ dataFolder: await createDataFolder() })

async function usePlatform(
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures here
  {},
  use: (platform: RunningPlatform) => Promise<void>,
) {
  const platform = await startDemo()
  await use(platform)
  if (!given) await platform.stop()
}

interface Fixtures {
  console: PageLog
  steps: Steps
  /** The browser translates all pages. `npm run test:long` runs each test `@every-browser` once with that. */
  isTranslated: boolean
  translation: undefined
}

/**
 * Browser tests on a real platform, one for each worker. A page that logs an error or a warning fails its
 * test: a participant's console stays clean. A page also fails it if a machine takes a step that it does not allow.
 */
export const test = base.extend<Fixtures, { platform: RunningPlatform }>({
  platform: [usePlatform, { scope: 'worker' }],
  baseURL: async ({ platform }, use) => use(platform.origin),
  /** What pages log. A test that provokes an error allows it. */
  console: [
    async ({ context }, use) => {
      const logged = watchLog(context)
      await use(logged)
      await Promise.all(context.browser()?.contexts().map(endRoutes) ?? [])
      expect(logged.unexpected()).toEqual([])
    },
    { auto: true },
  ],
  steps: [checkSteps, { auto: true }],
  isTranslated: [Boolean(process.env.GUIDON_TRANSLATED), { option: true }],
  translation: [
    async ({ context, isTranslated }, use) => {
      if (isTranslated) await translate(context)
      await use(undefined)
    },
    { auto: true },
  ],
})

/**
 * Lets the tests of a file run on their own platform. A fixture of the worker would need its own worker,
 * too, and each takes seconds to begin.
 */
export function onOwnPlatform(start: () => Promise<RunningPlatform>): () => RunningPlatform {
  let own: RunningPlatform | undefined
  test.beforeAll(async () => {
    own = await start()
  })
  test.afterAll(async () => {
    if (own !== given) await own?.stop()
  })
  // The runner also reads it before `beforeAll`.
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures here
  test.use({ baseURL: async ({}, use) => use(own?.origin) })
  return () => {
    if (!own) throw new Error('The platform is there when the first test begins.')
    return own
  }
}

/** The demo event, where nobody has played yet. */
export const onFreshPlatform = () => onOwnPlatform(startDemo)

export { expect }

let accounts = 0
const worker = process.env.TEST_WORKER_INDEX ?? '0'

const newName = () => `pilot${worker}x${++accounts}`
const password = 'correct horse'

/** Fills in the form of the provider's page. */
export async function createAccount(page: Page, name: string) {
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
}

/** Creates an account on the provider's page, and comes back signed in. */
export async function signUpByPage(page: Page) {
  const name = newName()
  await page.goto('/')
  await createAccount(page, name)
  return name
}

/** A tab with the sign-in of a new account, on a blank page of the site: for tests that open a page of the app next. */
export async function newAccount(page: Page) {
  const name = newName()
  await openBlank(page)
  const signedIn = await makeAccount(new URL(page.url()).origin, name, password)
  await giveSignIn(page, signedIn)
  return { name, headers: { authorization: `Bearer ${signedIn.stored.access_token}` } }
}

/** Opens the app with a new account: for tests that are not about how people sign in. */
export async function signUp(page: Page) {
  const { name } = await newAccount(page)
  await page.goto('/')
  return name
}

/** Like `newAccount`, with a team. */
export async function newTeam(page: Page) {
  const { name, headers } = await newAccount(page)
  const data = { name: `Team of ${name}` }
  await page.request.post('/v1/teams', { headers, data, failOnStatusCode: true })
  return { name, headers }
}

/** Like `newTeam`, with a score group. */
export async function newParticipant(page: Page) {
  const { name, headers } = await newTeam(page)
  const data = { scoreGroup: 'open' }
  await page.request.post('/v1/score_groups/select', { headers, data, failOnStatusCode: true })
  return name
}

/** Like `newParticipant`, on the page that shows how to play. */
export async function playing(page: Page) {
  const name = await newParticipant(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'How to play' })).toBeVisible()
  return name
}

export async function signIn(page: Page, name: string, password = 'demo') {
  await page.goto('/')
  await page.getByLabel('Username').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Makes the page visible, as if another tab was shown before: it reads its data again. */
export const returnToTab = (page: Page) =>
  page.evaluate(() => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }
  })
