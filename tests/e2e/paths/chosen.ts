import type { Page, Route } from 'playwright/test'
import type { AnyStateMachine } from 'xstate'
import { startActorUnderTest } from '../../models/harness/actor-under-test.ts'
import type { AnyModel, Model } from '../../models/harness/fixtures.ts'
import { storyOf } from '../../models/harness.ts'
import type { AnyExpectations } from '../../models/shown/expectations.ts'
import { settled } from '../../support/time.ts'
import { expect, test } from '../test.ts'
import { looksAs } from './walk-in-app.ts'

/** The actions that cause steps in the app, by the model's name of the step. Other steps happen by themselves. */
export type Acts = Readonly<Record<string, () => Promise<unknown>>>

/**
 * Walks steps of a model in the built app. Unlike generated paths, they are chosen: what happens to these machines has
 * no controls, or leaves the page.
 */
export async function walkChosen<M extends AnyStateMachine>(
  page: Page,
  of: Model<M>,
  states: object,
  steps: string,
  acts: Acts,
) {
  const model = of as unknown as AnyModel
  const { input, labels } = storyOf(model, steps)
  const subject = startActorUnderTest(model, input, { isLive: true })
  const body = page.locator('body')
  for (const label of labels) {
    await test.step(label, async () => {
      const stimulus = subject.stimuli(true).find(candidate => candidate.label === label)
      if (!stimulus) throw new Error(`"${label}" cannot happen here.`)
      const act = acts[label]
      if (act) await act()
      else if (stimulus.on === 'time') await page.clock.runFor(subject.world.untilNext() ?? 0)
      stimulus.apply(subject)
      await settled()
      await looksAs(body, { states: states as AnyExpectations }, subject)
    })
  }
  subject.actor.stop()
}

/**
 * Holds requests of one kind: `take` waits for the oldest of them, `count` says how many wait. `fail` ends the oldest one
 * without an answer, and waits until the page knows that. Nothing on the page may show it, and the clock goes on next.
 */
export async function holdRequests(page: Page, method: string, url: string) {
  const waiting: Route[] = []
  await page.route(url, async route => {
    if (route.request().method() !== method) return route.fallback()
    waiting.push(route)
  })
  const count = () => waiting.length
  const take = async (): Promise<Route> => {
    await expect.poll(count, `${method} ${url}`).toBeGreaterThan(0)
    return waiting.shift() as Route
  }
  async function fail() {
    const route = await take()
    const request = route.request()
    await Promise.all([
      page.waitForEvent('requestfailed', failed => failed === request),
      route.abort('connectionreset'),
    ])
  }
  return { count, take, fail }
}
