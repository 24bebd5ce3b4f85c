import type { Locator, Page, Route } from 'playwright/test'
import { livePath } from '../../../src/api/contract/live.ts'
import { isOffered, type User } from '../../models/form-actions.ts'
import {
  type ActorUnderTest,
  type Stimulus,
  startActorUnderTest,
} from '../../models/harness/actor-under-test.ts'
import { explore, type Path } from '../../models/harness/explore.ts'
import { replay } from '../../models/harness/replay.ts'
import { storyOf } from '../../models/harness.ts'
import { differenceIn, leavesOf, shownText } from '../../models/shown/expectations.ts'
import { settled } from '../../support/time.ts'
import { expect, test } from '../test.ts'
import {
  HERE,
  type MachineInApp,
  type PlatformStory,
  type Reply,
  type WireCall,
} from './machine-in-app.ts'

/** The action that causes the event of a stimulus. */
const actOf = ({ actions }: MachineInApp, { event }: Stimulus) => {
  const act = event && actions.byUser[event.type]
  return act === 'from app' ? undefined : act
}

/** The call that a stimulus answers, and its reply. */
function replyOf({ calls }: MachineInApp, { on, label }: Stimulus) {
  const [actor = ''] = on.split(' ')
  const reply = calls[actor]?.replies[label]
  return reply && { actor, reply }
}

/** Whether a user or a server can cause it in the app. Only the models test messages of other machines. */
const isPossible = (one: MachineInApp, subject: ActorUnderTest, stimulus: Stimulus): boolean =>
  !one.never?.includes(stimulus.label) &&
  (one.comesByItself.includes(stimulus.label) ||
    stimulus.on === 'time' ||
    replyOf(one, stimulus) !== undefined ||
    (actOf(one, stimulus) !== undefined &&
      one.inDialog?.(subject.snapshot())?.includes(stimulus.label) !== false &&
      isOffered(one.actions, subject, stimulus)))

const labelsOf = ({ steps }: Path) => steps.map(({ stimulus }) => stimulus.label)

const isBeginningOf = (longer: Path, path: Path) =>
  longer !== path &&
  longer.input === path.input &&
  labelsOf(path).every((label, at) => label === labelsOf(longer)[at])

/** Generated paths of what is possible in the app, which together take each transition and each possible step. */
export async function pathsInApp(one: MachineInApp): Promise<readonly Path[]> {
  const { comesFirst = [] } = one
  const paths = explore(
    one.model,
    (...step) => isPossible(one, ...step),
    (subject, stimulus, step) =>
      step < comesFirst.length
        ? stimulus.label === comesFirst[step]
        : isPossible(one, subject, stimulus),
  )
  return paths.filter(path => !paths.some(longer => isBeginningOf(longer, path)))
}

const userAt = (panel: Locator): User => ({
  press: name => panel.getByRole('button', { name, exact: true }).click(),
  confirm: name => panel.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
  unfold: name => panel.locator('summary').filter({ hasText: name }).click(),
  follow: name => panel.getByRole('link', { name, exact: true }).click(),
  choose: name => panel.getByRole('radio', { name }).check(),
  // A password is not a text box.
  type: (field, text) => panel.getByLabel(field).and(panel.locator('input')).fill(text),
})

/** Waits until the panel shows what the machine's state says. */
export async function looksAs(
  panel: Locator,
  { states }: Pick<MachineInApp, 'states'>,
  subject: ActorUnderTest,
) {
  for (const leaf of leavesOf(subject.snapshot().value)) {
    const difference = async () => differenceIn(states, leaf, await panel.evaluate(shownText))
    await expect.poll(difference, leaf).toBeNull()
  }
}

const isAt = ({ path }: WireCall, pathname: string) =>
  typeof path === 'string' ? path === pathname : path.test(pathname)

const panelOf = (page: Page, { panel, dialog }: MachineInApp) => {
  if (dialog !== undefined) return page.getByRole('dialog', { name: dialog })
  return panel === null
    ? page.getByRole('main')
    : page.getByRole('region', { name: panel, exact: true })
}

/** Holds the calls of a machine until the path says what they answer. */
async function holdCalls(page: Page, { calls, always = {} }: MachineInApp) {
  const unanswered = new Map<string, Route[]>(Object.keys(calls).map(actor => [actor, []]))
  await page.route('**/v1/**', async route => {
    const { pathname } = new URL(route.request().url())
    const method = route.request().method()
    const found = Object.entries(calls).find(
      ([, call]) => call.method === method && isAt(call, pathname),
    )
    if (found) return void unanswered.get(found[0])?.push(route)
    if (always[pathname]) return route.fulfill({ json: always[pathname] })
    if (pathname === livePath) return route.fallback()
    // If no answer has the server's time, the app uses its own clock.
    const response = await route.fetch()
    const { date: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  return unanswered
}

/**
 * Walks a path of a machine in the built app: a user's steps by its controls, answers by the wire, time by its
 * clock. After each step the app must show what the state says, and must have sent the machine's calls.
 */
export async function walkInApp(page: Page, one: MachineInApp, path: Path): Promise<void> {
  const unanswered = await holdCalls(page, one)
  const panel = panelOf(page, one)
  const user = userAt(panel)

  let looks = 0
  const look = async (subject: ActorUnderTest) => {
    if (looks++ < (one.comesFirst?.length ?? 0)) return
    await looksAs(panel, one, subject)
    for (const [actor, routes] of unanswered) {
      // A resource reads at its own times. The code below knows when its answer is due.
      if (typeof one.model.actors[actor] === 'object' && 'snapshots' in one.model.actors[actor])
        continue
      const asked = [...subject.stubs.calls].filter(({ src }) => src === actor).length
      await expect.poll(() => routes.length, `calls of ${actor}`).toBe(asked)
    }
  }

  const last = new Map<string, Reply>()
  const fulfill = async (actor: string, reply: Reply) => {
    const { status, headers, json, text } = reply
    await expect.poll(() => unanswered.get(actor)?.length, actor).toBe(1)
    const { origin } = new URL(page.url())
    const body = text ?? (json && JSON.stringify(json).replaceAll(HERE, origin))
    await unanswered
      .get(actor)
      ?.pop()
      ?.fulfill({
        status: status ?? 200,
        headers: { ...headers },
        contentType: text === undefined ? 'application/json' : 'text/plain',
        ...(body && { body }),
      })
    last.set(actor, reply)
  }

  const bringAbout = async (subject: ActorUnderTest, stimulus: Stimulus) => {
    const isFirst = looks <= (one.comesFirst?.length ?? 0)
    if (isFirst || one.comesByItself.includes(stimulus.label)) return
    const found = replyOf(one, stimulus)
    if (found) {
      await fulfill(found.actor, found.reply)
      const { thenRead } = found.reply
      if (thenRead) await fulfill(thenRead, last.get(thenRead) ?? {})
      return
    }
    if (stimulus.on === 'time') return page.clock.runFor(subject.world.untilNext() ?? 0)
    const act = actOf(one, stimulus)
    if (!act || !stimulus.event) throw new Error(`Nobody can bring about ${stimulus.label}.`)
    await act(user, stimulus.event)
  }

  await page.clock.install()
  // Stops the clock before there is a page: later, on a busy host, requests could already have timed out.
  await page.clock.pauseAt(Date.now() + 10_000)
  await page.goto(one.page)
  await one.enter?.(page)
  // React shows code that was loaded late only a moment after the load.
  const comes = async () => {
    await page.clock.runFor(100)
    return panel.isVisible()
  }
  await expect.poll(comes, 'the panel is shown').toBe(true)
  await replay(one.model, path, {
    look,
    async perform(subject, stimulus) {
      await test.step(stimulus.label, () => bringAbout(subject, stimulus))
      return false
    },
  })
}

/**
 * Walks a story with a server that answers by itself. It checks the app before each action of the user, and at the end:
 * what is shown in between may be over too soon.
 */
export async function walkOnPlatform(page: Page, one: MachineInApp, story: PlatformStory) {
  const panel = panelOf(page, one)
  const user = userAt(panel)
  const subject = startActorUnderTest(one.model, 0, { isLive: true })
  await page.goto(one.page)
  await one.enter?.(page)
  for (const label of storyOf(one.model, story.steps).labels) {
    await test.step(label, async () => {
      const stimulus = subject.stimuli().find(candidate => candidate.label === label)
      if (!stimulus) throw new Error(`"${label}" cannot happen here.`)
      const act = actOf(one, stimulus)
      if (act && stimulus.event) {
        await looksAs(panel, one, subject)
        await act(user, stimulus.event)
      }
      stimulus.apply(subject)
      await settled()
    })
  }
  await looksAs(panel, one, subject)
  subject.actor.stop()
}
