import { type Facts, unknownFacts } from '../../../src/domain/facts.ts'
import type { invitationMachine } from '../../../src/machines/invitation/machine.ts'
import {
  invitationProblem,
  invitationWait,
  isJoining,
  shownState,
} from '../../../src/machines/invitation/selectors.ts'
import { behaviourOf, neverCancelled, oneAtATime } from '../harness/behaviour.ts'
import { asks, starts, tells } from '../harness/sights.ts'

type Shown = ReturnType<typeof shownState>

const begins = {
  facts: unknownFacts as Facts,
  token: null as string | null,
  step: 'still' as 'still' | 'joining' | 'settling' | 'overdue' | 'joined',
  problem: null as ReturnType<typeof invitationProblem>,
  waitUntil: null as number | null,
  /** When the team is read once more. */
  rereadAt: null as number | null,
}
type Known = typeof begins

const REFETCH = 10_000
const calm = { problem: null, waitUntil: null }

function stateOf({ facts, token, step }: Known): Shown {
  if (step !== 'still') return step === 'joined' ? 'joined' : 'asking'
  if (token === null) return 'none'
  if (!facts.isReady) return 'unknown'
  if (!facts.teamMode) return 'noTeams'
  if (facts.hasTeam) return 'inTeam'
  return facts.phase === 'over' || facts.isReadOnly ? 'over' : 'asking'
}
const isAsked = (known: Known) => known.step === 'still' && stateOf(known) === 'asking'
const isUnderWay = ({ step }: Known) => step !== 'still' && step !== 'joined'
const canAccept = (known: Known) => isAsked(known) && known.waitUntil === null
const isRead = ({ step }: Known) => step === 'settling' || step === 'overdue'

const used = tells('invitationStore', 'invitation.used')
const readTeam = tells('parent', 'account.changed')
const joins = (known: Known) => (known.facts.hasTeam ? [used] : [])
/** What is known after the team was read. */
const settles = (known: Known, step: 'settling' | 'overdue', now: number): Partial<Known> =>
  known.facts.hasTeam
    ? { ...calm, step: 'joined', token: null, rereadAt: null }
    : { ...calm, step, rereadAt: now + REFETCH }

export const invitationBehaviour = behaviourOf<typeof invitationMachine, Known>({
  begins,
  sentences: {
    'The invitation of the tab is kept.': {
      on: 'it begins',
      see: () => [starts('invitationStore')],
    },
    'The last invitation counts, and what is said of it is new. Nothing disturbs a join.': {
      on: 'invitation.opened',
      if: known => !isUnderWay(known),
      learn: (_, { token }) => ({ ...calm, token, step: 'still' }),
    },
    'What is known of the user decides what is asked.': {
      on: 'facts.changed',
      learn: (known, { facts }) => {
        const isStill = isAsked({ ...known, facts })
        return { facts, ...(known.step === 'still' && !isStill && calm) }
      },
    },
    'The team that was joined is there: the invitation was used.': {
      on: 'facts.changed',
      if: (known, { facts }) => isRead(known) && facts.hasTeam,
      see: () => [used],
      learn: () => ({ ...calm, step: 'joined', token: null, rereadAt: null }),
    },
    'Who leaves that team again has no invitation any more.': {
      on: 'facts.changed',
      if: ({ step }, { facts }) => step === 'joined' && !facts.hasTeam,
      learn: () => ({ step: 'still' }),
    },
    'Who accepts joins by this token.': {
      on: 'invitation.accept',
      if: canAccept,
      see: ({ token }) => [asks('joinTeam', { joinToken: token })],
      learn: () => ({ ...calm, step: 'joining' }),
    },
    'Who declines is not asked again.': {
      on: 'invitation.decline',
      if: isAsked,
      see: () => [used],
      learn: () => ({ ...calm, token: null }),
    },
    'Who has joined has the team read.': {
      on: 'joinTeam answers',
      if: (_, { is }) => is === 'done' || is === 'found',
      see: known => [readTeam, ...joins(known)],
      learn: (known, _, now) => settles(known, 'settling', now),
    },
    'Too many attempts: the server says how long to wait.': {
      on: 'joinTeam answers',
      if: (_, answer) => answer.is === 'refused' && answer.code === 'LIMITED',
      learn: (known, answer, now) => ({
        step: 'still',
        problem: null,
        waitUntil: isAsked({ ...known, step: 'still' })
          ? now + ((answer.is === 'refused' ? answer.retryAfter : null) ?? 1_000)
          : null,
      }),
    },
    'Another refusal, or a failure, is said.': {
      on: 'joinTeam answers',
      if: (_, answer) =>
        answer.is === 'failed' || (answer.is === 'refused' && answer.code !== 'LIMITED'),
      learn: (known, answer) => ({
        step: 'still',
        waitUntil: null,
        problem: !isAsked({ ...known, step: 'still' })
          ? null
          : answer.is === 'refused' && answer.code !== 'LIMITED'
            ? answer.code
            : 'FAILED',
      }),
    },
    'The wait ends at its time.': {
      on: 'time',
      due: ({ waitUntil }) => waitUntil,
      learn: () => ({ waitUntil: null }),
    },
    'A team that is not there after 10 s is read once more.': {
      on: 'time',
      due: ({ step, rereadAt }) => (step === 'settling' ? rereadAt : null),
      see: known => [readTeam, ...joins(known)],
      learn: (known, _, now) => settles(known, 'overdue', now),
    },
    'After 10 s more the user is asked again.': {
      on: 'time',
      due: ({ step, rereadAt }) => (step === 'overdue' ? rereadAt : null),
      learn: () => ({ step: 'still', rereadAt: null }),
    },
  },
  shows: {
    'where the user stands': [shownState, stateOf],
    'that the team is being joined': [isJoining, isUnderWay],
    'why it failed': [invitationProblem, ({ problem }) => problem],
    'until when to wait': [invitationWait, ({ waitUntil }) => waitUntil],
  },
  offers: { 'invitation.accept': canAccept, 'invitation.decline': isAsked },
  always: {
    'One request to join is under way.': oneAtATime(['joinTeam']),
    'A request to join is never cancelled.': neverCancelled(['joinTeam']),
  },
})
