import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { calls } from '../../../src/api/contract/every-call.ts'
import type { AnswerOf, Call, CallName, Metadata } from '../../../src/api/contract.ts'
import { type Ask, createChecker, type Report, type Target } from './client.ts'
import { checkLive } from './live.ts'
import { pathParams, sampleOf } from './sample.ts'

type Checker = ReturnType<typeof createChecker>

const unique = () => `conformance-${randomBytes(5).toString('hex')}`
const timeoutMs = 60_000
const maxGuesses = 15

/**
 * Walks an event that is in play through every call of the contract, and checks each answer. It
 * makes users, teams and wrong guesses, and starts as many environments as an account may have, and
 * a desktop, if it can: not for an event whose results matter. For an event that has not started,
 * or is over, it checks the refusals.
 */
export async function runConformance(target: Target, now = Date.now()): Promise<Report> {
  const checker = createChecker(target)
  const { as, expectOutcome, report } = checker
  const metadata = (await expectOutcome(as(null), 'getMetadata', 'ok')) as Metadata
  const names = namesOf(metadata)
  for (const name of Object.keys(calls) as CallName[])
    if (!names.includes(name)) report.delete(name)
  await expectOutcome(as(null), 'getHealth', 'ok')
  await checkExtensions(checker, target, metadata, now)
  await checkTokens(checker, names)

  const first = as(await target.newUser())
  if (metadata.teamModeEnabled) await checkTeams(checker, target, first, metadata, now)
  await checkGroups(checker, first)
  const isPlay = now >= Date.parse(metadata.ctfStart) && now < Date.parse(metadata.ctfPostPlayEnd)
  if (isPlay) {
    await checkPlay(checker, first, names)
    if (metadata.teamModeEnabled) await checkLimit(checker, as(await target.newUser()))
  } else await checkOutside(checker, first, names)
  return report
}

/** The calls of the specification, and those of the extensions that the backend names. */
function namesOf({ extensions = [] }: Metadata): CallName[] {
  return (Object.keys(calls) as CallName[]).filter(name => {
    const { extension }: Call = calls[name]
    return extension === undefined || extensions.includes(extension)
  })
}

/** The calls of extensions that need no account. */
async function checkExtensions(
  { as, expectOutcome, report }: Checker,
  target: Target,
  { extensions = [], ctfStart }: Metadata,
  now: number,
) {
  if (extensions.includes('event')) await expectOutcome(as(null), 'getEvent', 'ok')
  if (extensions.includes('publicScoreboard')) {
    const isStarted = now >= Date.parse(ctfStart)
    await expectOutcome(as(null), 'getPublicScoreboard', isStarted ? 'ok' : 'TIME_RESTRICTED')
  }
  if (extensions.includes('announcements'))
    await expectOutcome(as(await target.newUser()), 'getAnnouncements', 'ok')
  // The stream is not a call of the table: the call that names it reports its problems.
  if (extensions.includes('live'))
    report.get('getMetadata')?.problems.push(...(await checkLive(target)))
}

async function checkTokens({ as, expectOutcome }: Checker, names: CallName[]) {
  for (const token of [null, 'nonsense'])
    for (const name of names)
      if (!(calls[name] as Call).isPublic)
        await expectOutcome(as(token), name, 'NOT_AUTHORIZED', sample(name))
}

const sample = (name: CallName) => sampleOf(calls[name], unique())

async function checkTeams(
  { as, expectOutcome }: Checker,
  target: Target,
  first: Ask,
  metadata: Metadata,
  now: number,
) {
  const name = unique()
  await expectOutcome(first, 'getTeam', 'NO_TEAM')
  await expectOutcome(first, 'getStats', 'NO_ACCOUNT')
  await expectOutcome(first, 'listChallenges', 'NO_ACCOUNT')
  await expectOutcome(first, 'createTeam', 'VALIDATION_FAILED', { body: { name: ' ' } })
  await expectOutcome(first, 'createTeam', 'ok', { body: { name } })
  const team = (await expectOutcome(first, 'getTeam', 'ok')) as AnswerOf<'getTeam'>
  const second = as(await target.newUser())
  await expectOutcome(second, 'createTeam', 'TEAM_NAME_TAKEN', { body: { name } })
  await expectOutcome(second, 'joinTeam', 'TEAM_JOIN_TOKEN_INVALID', {
    body: { joinToken: 'none' },
  })
  const { joinToken, maxSize } = team
  if (maxSize !== null && maxSize <= 10) {
    for (let size = 1; size < maxSize; size++)
      await expectOutcome(as(await target.newUser()), 'joinTeam', 'ok', { body: { joinToken } })
    await expectOutcome(second, 'joinTeam', 'TEAM_FULL', { body: { joinToken } })
  }
  const own = { teamId: team.id, userId: team.members[0]?.userId ?? '' }
  const others = { ...own, userId: 'somebody' }
  await expectOutcome(first, 'leaveTeam', 'USER_NOT_TEAM_MEMBER', { params: others })
  const hasStarted = now >= Date.parse(metadata.ctfStart)
  if (hasStarted) await expectOutcome(first, 'leaveTeam', 'TIME_RESTRICTED', { params: own })
  await expectOutcome(second, 'leaveTeam', 'NOT_FOUND or USER_NOT_TEAM_MEMBER', { params: own })
}

async function checkGroups({ expectOutcome }: Checker, first: Ask) {
  await expectOutcome(first, 'listChallenges', 'NO_SCORE_GROUP_SELECTED')
  const groups = (await expectOutcome(
    first,
    'listScoreGroups',
    'ok',
  )) as AnswerOf<'listScoreGroups'>
  const choose = (outcome: string, scoreGroup: string, password?: string) =>
    expectOutcome(first, 'selectScoreGroup', outcome, { body: { scoreGroup, password } })
  await choose('NOT_FOUND', unique())
  const closed = groups.find(group => group.isPasswordProtected)
  if (closed) await choose('SCORE_GROUP_WRONG_PASSWORD', closed.slug, unique())
  const open = groups.find(group => !group.isPasswordProtected)
  if (!open) return
  await choose('ok', open.slug)
  await choose('SCORE_GROUP_ALREADY_SELECTED', open.slug)
}

/** Checks that calls of play are refused before the start and after the end. */
async function checkOutside({ expectOutcome }: Checker, first: Ask, names: CallName[]) {
  await expectOutcome(first, 'getUser', 'ok')
  for (const name of ['listCategories', 'listChallenges', 'getVpnConfig'] as const)
    await expectOutcome(first, name, 'TIME_RESTRICTED')
  for (const name of names)
    if (calls[name].path.includes('{slug}'))
      await expectOutcome(first, name, 'TIME_RESTRICTED', sample(name))
}

/** Guesses faster than anyone could by hand. A backend may allow it. If not, it answers 429. */
async function checkLimit({ expectOutcome }: Checker, guesser: Ask) {
  for (let guess = 0; guess < maxGuesses; guess++) {
    const asked = { body: { joinToken: unique() } }
    await expectOutcome(guesser, 'joinTeam', 'TEAM_JOIN_TOKEN_INVALID or UNKNOWN', asked)
  }
}

async function checkPlay(checker: Checker, first: Ask, names: CallName[]) {
  const { expectOutcome, report } = checker
  for (const name of ['getUser', 'getStats', 'getScoreboard', 'getSolveTimes'] as const) {
    await expectOutcome(first, name, 'ok')
    const etag = (await first(name)).headers.get('etag')
    if (!etag) report.get(name)?.problems.push('has no ETag')
  }
  const categories = (await expectOutcome(
    first,
    'listCategories',
    'ok',
  )) as AnswerOf<'listCategories'>
  for (const { slug } of categories)
    await expectOutcome(first, 'getCategory', 'ok', { params: { slug } })
  for (const name of names)
    if (calls[name].path.includes('{slug}'))
      await expectOutcome(first, name, 'NOT_FOUND', sample(name))
  for (const name of names) {
    const call: Call = calls[name]
    if (!call.query) continue
    const { params, ...given } = sample(name)
    const inPath = Object.entries(params).filter(([param]) => pathParams(call).includes(param))
    await expectOutcome(first, name, 'VALIDATION_FAILED', {
      ...given,
      params: Object.fromEntries(inPath),
    })
  }

  const list = (await expectOutcome(first, 'listChallenges', 'ok')) as AnswerOf<'listChallenges'>
  const startable: Record<string, string>[] = []
  for (const { slug, categorySlug: category, requires = [] } of list) {
    const given = { params: { slug, category } }
    if (requires.length > 0) {
      await checkLocked(checker, first, given.params)
      continue
    }
    const detail = (await expectOutcome(
      first,
      'getChallenge',
      'ok',
      given,
    )) as AnswerOf<'getChallenge'>
    await expectOutcome(first, 'getScore', 'ok', given)
    await expectOutcome(first, 'getInstance', 'ok', given)
    await checkPictures(checker, detail)
    if (detail.canBeStarted !== false && detail.hasEnvironment !== false)
      startable.push(given.params)
  }
  if (names.includes('getHistory')) await checkScoreboardExtension(checker, first)
  if (names.includes('takeHint')) await checkChallengeExtension(checker, first, list)
  const [some] = list
  if (some) {
    const params = { slug: some.slug, category: some.categorySlug }
    const found = await expectOutcome(first, 'solveChallenge', 'ok', {
      params,
      body: { flag: unique() },
    })
    if ((found as AnswerOf<'solveChallenge'> | null)?.status !== 2)
      report.get('solveChallenge')?.problems.push('a wrong flag is not answered by 2')
  }
  if (names.includes('getDesktopView'))
    await expectOutcome(first, 'getDesktopView', 'NOT_FOUND', { params: { token: 'none' } })
  if (names.includes('getSubmissions')) await checkAccountExtension(checker, first)
  const [one] = startable
  if (one) await checkInstance(checker, first, one)
  const { maximum } = ((await first('getStats')).answer as AnswerOf<'getStats'>).runningChallenges
  if (maximum && maximum < startable.length)
    await checkMaximum(checker, first, startable.slice(0, maximum + 1))
  await checkFlugzeug(checker, first)
  await expectOutcome(first, 'getVpnConfig', 'ok or NOT_FOUND')
}

/** Checks links that browsers open without a token. */
async function checkPictures(
  { target, report }: Checker,
  { files = [] }: AnswerOf<'getChallenge'>,
) {
  for (const { name, url, width, height } of files) {
    const problem = (what: string) =>
      report.get('getChallenge')?.problems.push(`the picture ${name} ${what}`)
    if (!url) {
      if (width !== undefined || height !== undefined) problem('has a size and no link')
      continue
    }
    if (!width || !height) problem('has no size')
    // Files at another address are not part of the backend.
    if (!url.startsWith('/')) continue
    const { status, headers, body } = await target.request(url, {})
    await body?.cancel()
    const type = headers.get('content-type') ?? ''
    if (status !== 200) problem(`answers ${status} without a token`)
    if (!/^image\/(png|jpeg|gif|webp)$/.test(type)) problem(`is ${type}`)
    if (headers.get('set-cookie')) problem('sets a cookie')
  }
}

async function checkLocked({ expectOutcome }: Checker, first: Ask, params: Record<string, string>) {
  for (const name of ['getChallenge', 'solveChallenge'] as const)
    await expectOutcome(first, name, 'REQUIREMENTS_NOT_MET', { ...sample(name), params })
}

/** Checks what a backend with the extension `challenges` must have. */
async function checkChallengeExtension(
  { expectOutcome, report }: Checker,
  first: Ask,
  list: AnswerOf<'listChallenges'>,
) {
  const hold = (name: CallName, isSo: boolean, problem: string) =>
    isSo || report.get(name)?.problems.push(problem)
  for (const item of list) {
    const { points, solves, firstBlood, tags } = item
    const isWhole = points !== undefined && solves !== undefined && tags !== undefined
    hold('listChallenges', isWhole, 'lacks points, solves or tags')
    const isOfOne = (solves === 0) === (firstBlood === null)
    hold('listChallenges', isOfOne, 'a first blood does not fit the number of solves')
    const params = { slug: item.slug, category: item.categorySlug }
    const found = (await expectOutcome(first, 'listSolves', 'ok', {
      params,
    })) as AnswerOf<'listSolves'>
    hold('listSolves', found.solves.length === solves, 'are not as many as the list says')
    if (!item.requires) await checkHints({ expectOutcome, report } as Checker, first, params)
  }
  const { challenges, hintCosts } = (await first('getStats')).answer as AnswerOf<'getStats'>
  hold(
    'getStats',
    challenges !== undefined && hintCosts !== undefined,
    "lacks the user's own state",
  )
}

/** Checks a backend that names the extension `scoreboard`. */
async function checkScoreboardExtension({ expectOutcome, report }: Checker, first: Ask) {
  const { entries } = (await first('getScoreboard')).answer as AnswerOf<'getScoreboard'>
  if (
    entries.some(({ lastSolve, rankBefore }) => lastSolve === undefined || rankBefore === undefined)
  )
    report.get('getScoreboard')?.problems.push('lacks lastSolve or rankBefore')
  await expectOutcome(first, 'getHistory', 'ok')
  const { accountId } = (await first('getStats')).answer as AnswerOf<'getStats'>
  await expectOutcome(first, 'getAccount', 'ok', { params: { accountId } })
  await expectOutcome(first, 'getAccount', 'NOT_FOUND', { params: { accountId: unique() } })
}

/** Checks a backend that names the extension `account`, after one wrong flag. */
async function checkAccountExtension({ expectOutcome, report }: Checker, first: Ask) {
  const found = await expectOutcome(first, 'getSubmissions', 'ok')
  const [latest] = (found as AnswerOf<'getSubmissions'>).submissions
  if (latest?.status !== 2) report.get('getSubmissions')?.problems.push('lacks the last verdict')
  const team = (await first('getTeam')).answer as AnswerOf<'getTeam'> | { code: string }
  const members = 'members' in team ? team.members : []
  if (members.some(({ points, solves }) => points === undefined || solves === undefined))
    report.get('getTeam')?.problems.push('lacks points or solves of a member')
}

async function checkHints(
  { expectOutcome, report }: Checker,
  first: Ask,
  params: Record<string, string>,
) {
  const costs = async () => ((await first('getStats')).answer as AnswerOf<'getStats'>).hintCosts
  const detail = async () =>
    (await expectOutcome(first, 'getChallenge', 'ok', { params })) as AnswerOf<'getChallenge'>
  const closed = (await detail()).hints?.find(({ text }) => text === undefined)
  if (!closed) return
  const before = (await costs()) ?? 0
  for (const _ of ['first', 'again'])
    await expectOutcome(first, 'takeHint', 'ok', { params: { ...params, hintId: closed.id } })
  if ((await costs()) !== before + closed.cost)
    report.get('takeHint')?.problems.push('does not cost what it says, once')
  const open = (await detail()).hints?.find(({ id }) => id === closed.id)
  if (!open?.text) report.get('getChallenge')?.problems.push('keeps a taken hint back')
}

const refusal = 'CANNOT_PROLONG_CHALLENGE_INSTANCE'

async function checkInstance(
  { expectOutcome, report }: Checker,
  first: Ask,
  params: Record<string, string>,
) {
  await expectOutcome(first, 'startInstance', 'ok', { params })
  const instance = async () =>
    (await expectOutcome(first, 'getInstance', 'ok', { params })) as AnswerOf<'getInstance'>
  const reach = async (wanted: string) => {
    const until = Date.now() + timeoutMs
    while ((await instance()).state !== wanted) {
      if (Date.now() > until)
        return report.get('getInstance')?.problems.push(`never came to ${wanted}`)
      await delay(200)
    }
  }
  await reach('running')
  const { extendableFrom: from } = await instance()
  const isExtendable = from ? Date.parse(from) <= Date.now() : false
  const expected = isExtendable ? 'ok' : refusal
  const outcome = from === undefined ? `ok or ${refusal}` : expected
  await expectOutcome(first, 'extendInstance', outcome, { params })
  await expectOutcome(first, 'stopInstance', 'ok', { params })
  await reach('not-running')
}

/** @param places one more than an account may start */
async function checkMaximum(
  { expectOutcome }: Checker,
  first: Ask,
  places: Record<string, string>[],
) {
  const one = places.at(-1) ?? {}
  for (const params of places.slice(0, -1))
    await expectOutcome(first, 'startInstance', 'ok', { params })
  const full = 'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED'
  await expectOutcome(first, 'startInstance', full, { params: one })
  for (const params of places) await expectOutcome(first, 'stopInstance', 'ok', { params })
}

async function checkFlugzeug({ expectOutcome }: Checker, first: Ask) {
  const found = await expectOutcome(first, 'getFlugzeugEnabled', 'ok')
  await expectOutcome(first, 'getFlugzeug', 'NO_FLUGZEUG')
  for (const name of ['startFlugzeug', 'stopFlugzeug', 'extendFlugzeug', 'resetFlugzeug'] as const)
    await expectOutcome(first, name, 'NO_FLUGZEUG')
  if (!(found as AnswerOf<'getFlugzeugEnabled'> | null)?.enabled) {
    await expectOutcome(first, 'createFlugzeug', 'UNSUPPORTED_ORCHESTRATOR_OPERATION')
    return
  }
  await expectOutcome(first, 'createFlugzeug', 'ok')
  await expectOutcome(first, 'createFlugzeug', 'FLUGZEUG_EXISTS')
  await expectOutcome(first, 'getFlugzeug', 'ok')
  await expectOutcome(first, 'extendFlugzeug', 'ok or CANNOT_PROLONG_FLUGZEUG')
  await expectOutcome(first, 'resetFlugzeug', 'ok')
}
