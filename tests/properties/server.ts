import { extensions } from '../../src/api/contract/extension.ts'
import type { FlugzeugStatus, InstanceState } from '../../src/api/contract.ts'
import type { Answer } from '../../src/domain/answer.ts'
import { flugzeug, instance, metadata, score, stats, team, user } from '../models/data.ts'

/** A call of the app: the name of its actor, and its input. */
export interface Request {
  readonly call: string
  readonly input: unknown
  /** Whether the request was sent before. */
  readonly retried: boolean
}

const flags = ['GUIDON{one}', 'GUIDON{two}']
export const rightFlags: readonly string[] = flags
const MAXIMUM = 1

type Refused = { readonly code: string }
const refused = (code: string): Refused => ({ code })

/**
 * A backend as machines see it: it carries out a request even if its answer is lost.
 *
 * @param isExtended whether it has all that a backend may have beyond the specification
 * @param desktop the state of the user's desktop at the beginning
 */
export function createServer(isExtended: boolean, desktop: FlugzeugStatus | null) {
  let inTeam = false
  let inGroup = false
  const environments = new Map<string, InstanceState>()
  const hinted = new Set<string>()
  /** The names of the calls that came. */
  const asked = new Set<string>()
  const solved = new Map<string, Set<string>>()
  /** Flags that were right and new, by challenge and flag, in order. */
  const accepted: string[] = []

  const slugOf = (input: unknown) => challengeOf(input).challengeSlug
  const solvedOf = (slug: string) => solved.get(slug)?.size ?? 0
  const running = () => [...environments].filter(([, state]) => state !== 'not-running')

  /** A start or stop has ended at the next read. */
  function look(slug: string): InstanceState {
    const state = environments.get(slug) ?? 'not-running'
    if (state === 'starting') environments.set(slug, 'running')
    if (state === 'stopping') environments.set(slug, 'not-running')
    return state
  }

  function submit(slug: string, flag: string) {
    if (!flags.includes(flag)) return { status: 2 }
    const known = solved.get(slug) ?? new Set()
    solved.set(slug, known)
    if (known.has(flag)) return { status: 3 }
    known.add(flag)
    accepted.push(`${slug} ${flag}`)
    return { status: 1 }
  }

  const reads: Record<string, (input: unknown) => unknown> = {
    fetchMetadata: () => ({ ...metadata(-1, 1, 2), extensions: isExtended ? [...extensions] : [] }),
    user: () => user,
    stats: () => ({
      ...stats(
        running().map(([slug]) => slug),
        accepted.length,
      ),
      accountHasScoreGroup: inGroup,
      runningChallenges: {
        maximum: MAXIMUM,
        running: running().map(([challengeSlug]) => ({ categorySlug: 'web', challengeSlug })),
      },
    }),
    fetchStops: input =>
      (input as { challengeSlug: string }[]).map(challenge => ({
        challenge,
        instance: instance(environments.get(challenge.challengeSlug) ?? 'not-running', 1),
      })),
    team: () => (inTeam ? team : null),
    fetchTeam: () => (inTeam ? team : null),
    catalogue: () => ({ categories: [], challenges: [] }),
    flugzeugEnabled: () => true,
    eventDetails: () => ({ name: 'Field Day' }),
    announcementList: () => ({ announcements: [] }),
    scoreboard: () => ({ entries: [] }),
    findExtension: () => true,
    publicScoreboard: () => ({ groups: [], frozenSince: null }),
    history: () => ({ series: [] }),
    submissions: () => ({ submissions: [] }),
    account: () => null,
    solveTimes: () => ({ categories: [] }),
    detail: input => ({
      categorySlug: 'web',
      slug: slugOf(input),
      name: slugOf(input),
      order: 1,
      difficulty: 'easy',
      description: '',
      hints: [{ id: 'h1', cost: 50, ...(hinted.has(slugOf(input)) && { text: 'Look up.' }) }],
    }),
    fetchDetail: input => reads.detail?.(challengeOf(input)),
    score: input => score(solvedOf(slugOf(input)), solvedOf(slugOf(input)) === flags.length),
    fetchStats: () => reads.stats?.(null),
    fetchScore: input => score(solvedOf(slugOf(input))),
    solves: () => [],
    listScoreGroups: () => [
      { slug: 'open', name: 'Open', description: '', isPasswordProtected: false },
      { slug: 'closed', name: 'Closed', description: '', isPasswordProtected: true },
    ],
    fetchInstance: input => instance(look(slugOf(input)), 1),
    fetchFlugzeug: () => {
      const status = desktop
      if (desktop === 'provisioning' || desktop === 'starting') desktop = 'running'
      if (desktop === 'stopping') desktop = 'stopped'
      return status === null ? null : flugzeug(status)
    },
  }

  /** Answers that may be refusals. */
  const answers: Record<string, (input: unknown) => unknown> = {
    fetchConfig: () => '[Interface]',
    joinTeam: () => {
      if (inTeam) return refused('VALIDATION_FAILED')
      inTeam = true
    },
    createTeam: () => {
      if (inTeam) return refused('TEAM_NAME_TAKEN')
      inTeam = true
    },
    leaveTeam: () => {
      if (!inTeam) return refused('USER_NOT_TEAM_MEMBER')
      return refused('TIME_RESTRICTED')
    },
    selectScoreGroup: () => {
      if (inGroup) return refused('SCORE_GROUP_ALREADY_SELECTED')
      inGroup = true
    },
    startInstance: input => {
      const slug = slugOf(input)
      if (running().filter(([other]) => other !== slug).length >= MAXIMUM) {
        return refused('MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED')
      }
      environments.set(slug, 'starting')
    },
    extendInstance: () => refused('CANNOT_PROLONG_CHALLENGE_INSTANCE'),
    extendFlugzeug: () => refused('CANNOT_PROLONG_FLUGZEUG'),
    takeHint: input => {
      hinted.add(slugOf(input))
      return { id: 'h1', cost: 50, text: 'Look up.' }
    },
    submitFlag: input => {
      const { challenge, flag } = input as { challenge: unknown; flag: string }
      return submit(slugOf(challenge), flag)
    },
  }

  /** Changes whose answer has no body, and is no `Answer`. */
  const orders: Record<string, (input: unknown) => void> = {
    stopInstance: input => environments.set(slugOf(input), 'stopping'),
    createFlugzeug: () => {
      desktop ??= 'provisioning'
    },
    startFlugzeug: () => {
      desktop &&= 'starting'
    },
    stopFlugzeug: () => {
      desktop &&= 'stopping'
    },
    resetFlugzeug: () => {
      desktop = null
    },
  }

  return {
    accepted: accepted as readonly string[],
    callNames: [reads, orders, answers].flatMap(calls => Object.keys(calls)) as readonly string[],
    asked: asked as ReadonlySet<string>,
    /** Carries out the request. @returns what the actor's promise resolves to */
    handle({ call, input, retried }: Request): unknown {
      asked.add(call)
      const read = reads[call]
      if (read) return read(input)
      const order = orders[call]
      if (order) return asAnswer(order(input), retried)
      const answer = answers[call]
      if (!answer) throw new Error(`The server knows no call '${call}'.`)
      return asAnswer(answer(input), retried)
    },
  }
}

function asAnswer(data: unknown, retried: boolean): Answer<unknown, 'UNKNOWN'> {
  const isRefusal = typeof data === 'object' && data !== null && 'code' in data
  return isRefusal
    ? { ok: false, code: (data as { code: 'UNKNOWN' }).code, retried, retryAfter: null }
    : { ok: true, data, retried }
}

/** The challenge of a call, or of a change. */
export const challengeOf = (input: unknown) =>
  (input as { challenge?: { challengeSlug: string } }).challenge ??
  (input as { challengeSlug: string })
