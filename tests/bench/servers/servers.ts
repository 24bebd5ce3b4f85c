import { join } from 'node:path'
import type { Browser, BrowserContext } from 'playwright'
import { openBrowser } from '../../../scripts/browser.ts'
import { createDataFolder, removeDataFolder, spawnPlatform } from '../../e2e/platform.ts'
import { enter, type Participant } from '../../support/participant.ts'
import { gather } from './crowd.ts'
import { type EventSize, writeEvent } from './event.ts'

/** A real platform with a running event, and a browser for it. */
export interface Servers {
  readonly browser: Browser
  readonly origin: string
  /**
   * Makes an account that has chosen its score group.
   * @param team whose team it joins; default: it founds its own team
   */
  enter(user: string, team?: Participant): Promise<Participant>
  close(): Promise<void>
}

/** Serves the demo event, or an event of this size with a crowd of this many participants. */
export async function openServers(made?: { size: EventSize; crowd: number }): Promise<Servers> {
  const folder = await createDataFolder()
  const dataFolder = join(folder, 'data')
  const event = made ? join(folder, 'event') : 'events/demo'
  if (made) {
    await writeEvent(event, made.size)
    await gather(dataFolder, made.size, made.crowd)
  }
  const platform = await spawnPlatform({ dataFolder, event, rendersPages: true })
  const browser = await openBrowser()
  return {
    browser,
    origin: platform.origin,
    async enter(user, team) {
      const participant = await enter(browser, { origin: platform.origin, user, locale: 'en' })
      if (team) {
        const { joinToken } = JSON.parse(await team.call('GET', '/v1/user/team'))
        await participant.call('POST', '/v1/teams/join', { joinToken })
        return participant
      }
      if (!made || made.size.teamMode)
        await participant.call('POST', '/v1/teams', { name: `Team ${user}` })
      await participant.call('POST', '/v1/score_groups/select', { scoreGroup: 'open' })
      return participant
    },
    async close() {
      await browser.close()
      await platform.stop()
      await removeDataFolder(folder)
    },
  }
}

/** A browser that knows nothing but this tab's session: its caches are cold. */
export async function coldContext(
  browser: Browser,
  { page }: Participant,
): Promise<BrowserContext> {
  const session = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
  const context = await browser.newContext({ locale: 'en-GB' })
  await context.addInitScript(kept => {
    for (const [key, value] of Object.entries(JSON.parse(kept))) {
      sessionStorage.setItem(key, String(value))
    }
  }, session)
  return context
}
