import type { AccountStats, ChallengeDetail, ChallengeScore } from '../../../src/api/contract.ts'
import type { Gain } from '../../../src/machines/celebration/gain.ts'
import type { celebrationMachine } from '../../../src/machines/celebration/machine.ts'
import { gainOf, isCelebrating } from '../../../src/machines/celebration/selectors.ts'
import { behaviourOf } from '../harness/behaviour.ts'

interface Facts {
  readonly stats?: AccountStats | undefined
  readonly score?: ChallengeScore | undefined
  readonly detail?: ChallengeDetail | undefined
}
const begins = {
  now: {} as Facts,
  /** What was known when the flag was accepted. */
  before: {} as Facts,
  gain: null as Gain | null,
  step: 'quiet' as 'quiet' | 'gathering' | 'celebrating' | 'celebrated',
  endsAt: null as number | null,
}
type Known = typeof begins

const GATHERING = 2_000

const hasScore = ({ before, now }: Known) =>
  (now.score?.solvedFlags ?? 0) > (before.score?.solvedFlags ?? 0)
const hasStats = ({ before, now }: Known) =>
  now.stats !== undefined &&
  now.stats.score.numSolvedFlags > (before.stats?.score.numSolvedFlags ?? 0)
/** Only a backend that says who solved it says who was first. */
const hasBlood = ({ before, now }: Known) =>
  !now.score?.isCompleted || before.detail?.solves === undefined || now.detail !== undefined

function gainBetween({ before, now }: Known): Gain | null {
  const { score, stats, detail } = now
  if (!score) return null
  const { solvedFlags, totalFlags, isCompleted } = score
  const ranks = { before: before.stats?.score.rank ?? null, now: stats?.score.rank ?? null }
  const isBetter =
    before.stats !== undefined &&
    ranks.now !== null &&
    (ranks.before === null || ranks.now < ranks.before)
  return {
    solvedFlags,
    totalFlags,
    isCompleted,
    points: before.score ? score.points - before.score.points : null,
    isFirstBlood: isCompleted && !!stats && detail?.firstBlood?.accountId === stats.accountId,
    rank: isBetter && ranks.now !== null ? { before: ranks.before, now: ranks.now } : null,
  }
}
const celebrate = (known: Known, now: number): Partial<Known> => ({
  step: 'celebrating',
  endsAt: now + GATHERING,
  gain: gainBetween(known),
})
/** Adds new facts: perhaps all that the flag has changed. */
function learn(before: Known, more: Facts, now: number): Partial<Known> {
  const known = { ...before, now: { ...before.now, ...more } }
  const isAll = hasScore(known) && hasStats(known) && hasBlood(known)
  return {
    now: known.now,
    ...(known.step === 'gathering' && isAll && celebrate(known, now)),
  }
}
const quiet = { gain: null, step: 'quiet', endsAt: null } as const

export const celebrationBehaviour = behaviourOf<typeof celebrationMachine, Known>({
  begins,
  sentences: {
    'It keeps the score.': {
      on: 'score.changed',
      learn: (known, { score }, now) => learn(known, { score }, now),
    },
    'It keeps what is known of the account.': {
      on: 'stats.changed',
      learn: (known, { stats }, now) => learn(known, { stats }, now),
    },
    'It keeps the challenge.': {
      on: 'detail.read',
      learn: (known, { detail }, now) => learn(known, { detail }, now),
    },
    'After an accepted flag it waits for all that the flag has changed, at most 2 s.': {
      on: 'flag.accepted',
      learn: ({ now: { stats, score }, now: before }, _, now) => ({
        before,
        now: { stats, score },
        gain: null,
        step: 'gathering',
        endsAt: now + GATHERING,
      }),
    },
    'After 2 s a new score is celebrated with what is known, and without one nothing is.': {
      on: 'time',
      due: ({ step, endsAt }) => (step === 'gathering' ? endsAt : null),
      learn: (known, _, now) => (hasScore(known) ? celebrate(known, now) : quiet),
    },
    'Nothing moves after 2 s more. The gain stays.': {
      on: 'time',
      due: ({ step, endsAt }) => (step === 'celebrating' ? endsAt : null),
      learn: () => ({ step: 'celebrated', endsAt: null }),
    },
    'The next answer takes it away.': { on: 'flag.answered', learn: () => quiet },
    'Who leaves the page has seen it.': { on: 'page.left', learn: () => quiet },
  },
  shows: {
    'what the flag brought': [gainOf, ({ gain }) => gain],
    'that it celebrates': [isCelebrating, ({ step }) => step === 'celebrating'],
  },
})
