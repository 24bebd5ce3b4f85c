import type { Membership } from '../../../src/machines/membership/events.ts'
import type { membershipMachine } from '../../../src/machines/membership/machine.ts'
import {
  confirmingTeam,
  hasLeavingFailed,
  isLeaving,
  isTooLate,
} from '../../../src/machines/membership/selectors.ts'
import {
  behaviourOf,
  each,
  neverCancelled,
  oneAtATime,
  tellsParentAfter,
} from '../harness/behaviour.ts'
import { asks, tells } from '../harness/sights.ts'

const begins = {
  /** Whom the question is about. */
  membership: null as Membership | null,
  isAsked: false,
  isSent: false,
  problem: null as 'tooLate' | 'failed' | null,
  /** How often the team was asked for since. */
  reads: 0,
  /** When it is asked for once more, or the question can be asked again. */
  settlesAt: null as number | null,
}
type Known = typeof begins

const isOpen = ({ isAsked, isSent }: Known) => isAsked && !isSent
const canConfirm = (known: Known) => isOpen(known) && known.problem !== 'tooLate'
const canAsk = ({ isAsked, settlesAt }: Known) => !isAsked && settlesAt === null

export const membershipBehaviour = behaviourOf<typeof membershipMachine, Known>({
  begins,
  sentences: {
    'Who wants to leave a team is asked first.': {
      on: 'leave.requested',
      if: canAsk,
      learn: (_, { teamId, userId }) => ({
        membership: { teamId, userId },
        isAsked: true,
        problem: null,
      }),
    },
    ...each(
      ['leave.cancelled', 'page.left'] as const,
      on => `The question closes by ${on}.`,
      () => ({ if: isOpen, learn: () => ({ isAsked: false, problem: null }) }),
    ),
    'Yes leaves this team.': {
      on: 'leave.confirmed',
      if: canConfirm,
      see: ({ membership }) => [asks('leaveTeam', membership)],
      learn: () => ({ isSent: true, problem: null }),
    },
    'Who cannot leave is still asked, and the account is read again.': {
      on: 'leaveTeam answers',
      if: (_, answer) =>
        answer.is === 'failed' || (answer.is === 'refused' && answer.code === 'TIME_RESTRICTED'),
      see: () => [tells('parent', 'account.changed')],
      learn: (_, { is }) => ({ isSent: false, problem: is === 'failed' ? 'failed' : 'tooLate' }),
    },
    'Who has left has the team read again.': {
      on: 'leaveTeam answers',
      if: (_, answer) =>
        answer.is === 'done' ||
        answer.is === 'found' ||
        (answer.is === 'refused' && answer.code !== 'TIME_RESTRICTED'),
      see: () => [tells('parent', 'account.changed')],
      learn: (_known, _answer, now) => ({
        isSent: false,
        isAsked: false,
        reads: 1,
        settlesAt: now + 10_000,
      }),
    },
    'A team that is still there after 10 s is read once more.': {
      on: 'time',
      due: ({ reads, settlesAt }) => (reads === 1 ? settlesAt : null),
      see: () => [tells('parent', 'account.changed')],
      learn: (_known, _, now) => ({ reads: 2, settlesAt: now + 10_000 }),
    },
    'After 10 s more the user can ask again.': {
      on: 'time',
      due: ({ reads, settlesAt }) => (reads === 2 ? settlesAt : null),
      learn: () => ({ reads: 0, settlesAt: null }),
    },
  },
  shows: {
    'which team is asked about': [
      confirmingTeam,
      ({ isAsked, membership }) => (isAsked ? membership?.teamId : null),
    ],
    'that the team is being left': [
      isLeaving,
      ({ isSent, settlesAt }) => isSent || settlesAt !== null,
    ],
    'that it is too late': [isTooLate, ({ problem }) => problem === 'tooLate'],
    'that it failed': [hasLeavingFailed, ({ problem }) => problem === 'failed'],
  },
  offers: { 'leave.requested': canAsk, 'leave.confirmed': canConfirm, 'leave.cancelled': isOpen },
  always: {
    'One request to leave at a time is under way.': oneAtATime(['leaveTeam']),
    'A request to leave is never cancelled.': neverCancelled(['leaveTeam']),
    'Each answer has the account read again, once.': tellsParentAfter(['leaveTeam']),
  },
})
