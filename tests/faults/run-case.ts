import type { Browser, Page } from 'playwright'
import type { CaseParticipant, Change } from './changes.ts'
import type { FaultSite } from './fault-site.ts'
import type { Fault } from './faults.ts'
import { pass } from './proxy.ts'

/** How a case ended; every problem is a sentence. */
export interface Outcome {
  readonly change: string
  readonly fault: string
  readonly problems: readonly string[]
  /** Whether the change was made without a second attempt of the user. */
  readonly isMadeAtOnce: boolean
  /** Milliseconds from the end of the fault until screen and platform agreed. */
  readonly settledMs: number
}

/**
 * The screen must agree with the platform within this many milliseconds after the fault: after one poll,
 * on a host that may be busy.
 */
const AGREEMENT = 24_000
/** A request that the app has not sent within this many milliseconds never comes. */
const NEVER = 12_000
/** A busy button cannot be pressed: then the user presses it again after this many milliseconds. */
const PRESS_AGAIN = 4_000
const STEP = 100

/** The app's words for a failure. Some pages always show such words. */
const alarm =
  /went wrong|did not work|could not|cannot|too many|wait \d|unexpected|failed|try again/gi

/** The page before its user acts. */
interface Before {
  readonly typed: string | null
  readonly alarms: number
}

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Resolves with the milliseconds until `isSo`; null: it never was. */
async function settles(isSo: () => Promise<boolean>, limit = AGREEMENT): Promise<number | null> {
  const begun = performance.now()
  while (performance.now() - begun < limit) {
    if (await isSo().catch(() => false)) return Math.round(performance.now() - begun)
    await sleep(STEP)
  }
  return null
}

let serial = 0

/** Plays one change through one fault, on its own account, and reports what is wrong in the end. */
export async function runCase(
  browser: Browser,
  site: FaultSite,
  change: Change,
  fault: Fault,
): Promise<Outcome> {
  const name = `f${process.pid}x${++serial}`
  const me = await site.enrol(name)
  const other = await site.enrol(`${name}-other`)
  await change.prepare(me, other)
  const context = await site.open(browser, me.signedIn)
  const [page] = context.pages()
  if (!page) throw new Error('The browser opened no page.')
  page.setDefaultTimeout(20_000)
  try {
    await page.goto(change.path)
    await change.type?.(page, me)
    const before: Before = {
      typed: change.typed ? await typedIn(change, page) : null,
      alarms: await countAlarms(page),
    }
    await meet(page, site, change, fault)
    return {
      change: change.name,
      fault: fault.name,
      ...(await assess(page, me, change, fault, before)),
    }
  } finally {
    // A change that was never asked for must not spoil the next case.
    site.proxy.disarm()
    await context.close()
  }
}

const typedIn = async (change: Change, page: Page) =>
  (await change.typed?.(page).inputValue()) ?? ''

const countAlarms = async (page: Page) =>
  ((await page.locator('body').textContent()) ?? '').match(alarm)?.length ?? 0

/** Whether a failed navigation has ended on an error page, of the browser, a gateway or the platform. */
const isOnErrorPage = async (page: Page) =>
  page.url().startsWith('chrome-error:') || (await page.locator('#app-config').count()) === 0

/** Lets the user act, and the fault happen. */
async function meet(page: Page, { proxy }: FaultSite, change: Change, fault: Fault) {
  const [method, path] = change.request
  const matches = (asked: string, at: string) => asked === method && path.test(at)
  let onItsWay = () => {}
  const isOnItsWay = new Promise<void>(resolve => {
    onItsWay = resolve
  })
  let goOn = () => {}
  const mayGoOn = new Promise<void>(resolve => {
    goOn = resolve
  })
  const { answer = async (response, forward) => pass(response, await forward()) } = fault
  const over = proxy.arm(matches, async (response, forward, request) => {
    // The platform carries out what the page sent, even if the answer is lost.
    const answered = fault.during ? forward() : null
    await answered
    onItsWay()
    await mayGoOn
    await answer(response, answered ? () => answered : forward, request)
  })
  await fault.before?.(page)
  // The offline dialog may cover the page. Playwright waits until it is closed, then acts.
  const acting = change.act(page)
  acting.catch(() => {})
  if (fault.during) {
    await isOnItsWay
    await fault.during(page)
  }
  goOn()
  // A sign-out offline may send no request: then the app itself deletes its tokens.
  const isOver = Promise.race([over, sleep(NEVER)])
  if (!fault.before) await isOver
  await fault.after?.(page)
  await acting
  await isOver
}

async function assess(
  page: Page,
  me: CaseParticipant,
  change: Change,
  fault: Fault,
  before: Before,
) {
  const problems: string[] = []
  const isShown = () => change.shown(page, me).isVisible()
  const timesMade = async () => (change.made ? change.made(me) : (await isShown()) ? 1 : 0)
  const isMade = async () => Math.abs((await timesMade()) - 1) < 0.1
  const isFree = async () =>
    !(await page.getByRole('dialog', { name: 'Network connectivity issues' }).isVisible())
  const isFailureShown = async () =>
    (fault.isByUser && !change.made) ||
    (await isOnErrorPage(page)) ||
    (await countAlarms(page)) > before.alarms

  // The change is made and shown, or it is not made and the page says so.
  const agree = async () =>
    (await isFree()) &&
    ((await isShown()) ? await isMade() : !(await isMade()) && (await isFailureShown()))
  const settled = await settles(
    async () => (await isFree()) && ((await isShown()) || (await agree())),
  )
  const isMadeAtOnce = await isShown()
  if (settled === null) {
    const made = await timesMade()
    problems.push(`after ${AGREEMENT / 1000} s made ${made} time(s), and not shown or reported`)
  } else if (!isMadeAtOnce) {
    if (before.typed !== null && (await typedIn(change, page).catch(() => '')) !== before.typed)
      problems.push('what was typed is lost')
    // The user tries again, as soon as the app allows it.
    page.setDefaultTimeout(PRESS_AGAIN)
    const again = await settles(async () => {
      if (await isShown()) return true
      if (await isOnErrorPage(page)) await page.goto('/')
      await change.act(page)
      return (await settles(isShown, PRESS_AGAIN)) !== null
    })
    if (again === null) problems.push('it cannot be made by asking again')
  }
  const times = await timesMade()
  if (Math.abs(times - 1) > 0.1) problems.push(`made ${times.toFixed(1)} times`)
  return { problems, isMadeAtOnce, settledMs: settled ?? -1 }
}
