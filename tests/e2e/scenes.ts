import { type Browser, expect, type Page } from 'playwright/test'
import { everyLanguage, type Language, sourceLanguage } from '../../src/domain/languages.ts'
import { depth } from '../support/depth.ts'
import { endRoutes } from '../support/end-routes.ts'
import { enter } from '../support/participant.ts'
import { watchLog } from './page/page-log.ts'
import { keepMessages } from './page/timers.ts'
import { inPhase } from './phases.ts'
import type { RunningPlatform } from './platform.ts'
import { failures } from './scenes/failures.ts'
import { flugzeug } from './scenes/flugzeug.ts'
import { inLanguage } from './scenes/in-language.ts'
import { countShiftsFromNow } from './scenes/layout-shift.ts'
import { onboarding, over, upcoming } from './scenes/onboarding.ts'
import { outside } from './scenes/outside.ts'
import { offline, playing } from './scenes/playing.ts'
import { type LocalParticipant, type Scene, textIn } from './scenes/scene.ts'
import { test } from './test.ts'

export const desk = { width: 1440, height: 900 }

/** Also runs in `npm run test:long`. */
const long = { tag: '@long' }

/** Checks a scene as it is. Fails softly, so that the other scenes are checked, too. */
export type Look = (page: Page, name: string, locale: Language) => Promise<void>

const others = everyLanguage.filter(locale => locale !== sourceLanguage)
/** The languages in which pages are opened. `npm run test:long` opens each page in each other language. */
const opened: readonly Language[] = depth === 1 ? [sourceLanguage] : others
/** The languages that are chosen on an open page. */
const chosen = depth === 1 ? others : []

/**
 * Tests of every scene, in both languages: before the sign-in, in a running event, before
 * the start and after the end of one. `rule` says what `look` checks. `lookAgain` looks at the same
 * page in another language, if one can be chosen.
 */
export function everyScene(rule: string, look: Look, lookAgain: Look) {
  const seeAll: Look = async (page, name, locale) => {
    await look(page, name, locale)
    for (const other of chosen)
      await inLanguage(page, other, () => lookAgain(page, `${name} (${other})`, other))
  }
  for (const locale of opened) {
    test(
      `${rule}: pages of who is not signed in (${locale})`,
      long,
      async ({ browser, platform }) => {
        test.setTimeout(300_000)
        for (const { name, open } of outside) {
          await test.step(name, async () => {
            const context = await browser.newContext({
              baseURL: platform.origin,
              locale,
              // axe must not meet a colour on its way to another.
              reducedMotion: 'reduce',
            })
            const page = await context.newPage()
            await page.setViewportSize(desk)
            await open(page, locale)
            await seeAll(page, name, locale)
            await endRoutes(context)
            await context.close()
          })
        }
      },
    )

    test(`${rule}: a running event (${locale})`, long, async ({ browser, platform }) => {
      test.setTimeout(1_200_000)
      const all = [...onboarding, ...playing, ...flugzeug, ...failures, ...offline]
      await walk(browser, platform.origin, locale, all, seeAll)
    })
  }

  test(`${rule}: before the start and after the end`, long, async ({ browser }) => {
    const walks = (scenes: readonly Scene[]) => async (platform: RunningPlatform) => {
      for (const locale of opened) await walk(browser, platform.origin, locale, scenes, seeAll)
    }
    await inPhase('upcoming', walks(upcoming))
    await inPhase('over', walks(over))
  })
}

let walkers = 0
/** Scenes that provoke failures, which browsers log. */
const provoked = new Set([...failures, ...offline])
/** As long as the platform allows, and without a place to break. */
const longName = () => `${++walkers}`.padEnd(40, 'w')

async function walk(
  browser: Browser,
  origin: string,
  locale: Language,
  scenes: readonly Scene[],
  look: Look,
) {
  const entered = await enter(browser, { origin, user: longName(), locale })
  const participant: LocalParticipant = {
    ...entered,
    locale,
    text: english => textIn(locale, english),
  }
  await keepMessages(participant.page.context())
  const { messages } = watchLog(participant.page.context())
  for (const scene of scenes) {
    await test.step(scene.name, async () => {
      if (!scene.keepsAnswers) await participant.page.unrouteAll({ behavior: 'ignoreErrors' })
      await participant.page.setViewportSize(desk)
      await countShiftsFromNow(participant.page)
      await scene.open(participant)
      await look(participant.page, scene.name, locale)
      const said = messages.splice(0)
      if (!provoked.has(scene)) expect.soft(said, `${scene.name}: console`).toEqual([])
    })
  }
  await participant.close()
}
