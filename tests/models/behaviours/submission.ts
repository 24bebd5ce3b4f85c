import type { Failure } from '../../../src/domain/answer.ts'
import type { submissionMachine } from '../../../src/machines/submission/machine.ts'
import {
  draftOf,
  flagWait,
  isPaused,
  isSubmitting,
  submissionFailure,
  type Verdict,
  verdictOf,
} from '../../../src/machines/submission/selectors.ts'
import { challenge } from '../data.ts'
import { behaviourOf, neverCancelled, oneAtATime } from '../harness/behaviour.ts'
import { asks, starts, tells } from '../harness/sights.ts'

const begins = {
  draft: '',
  /** Null: not known. */
  solvedFlags: null as number | null,
  verdict: 'none' as Verdict,
  isSent: false,
  waitUntil: null as number | null,
  failure: null as Failure | null,
  isPaused: false,
}
type Known = typeof begins

const isOpen = ({ isSent }: Known) => !isSent
const canSubmit = ({ isSent, draft, verdict }: Known) =>
  !isSent && draft.trim() !== '' && verdict !== 'wait'

const stores = (draft: string) => tells('draftStore', { type: 'draft.changed', draft })

/** Empties the field, and sends this news to the parent. */
const clears = (news: string) => [stores(''), tells('parent', news)]

export const submissionBehaviour = behaviourOf<typeof submissionMachine, Known>({
  begins,
  sentences: {
    'The draft of its own challenge is kept.': {
      on: 'it begins',
      see: () => [starts('draftStore', challenge)],
    },
    'What is typed is stored, and takes the last verdict away; a wait stays.': {
      on: 'flag.typed',
      if: isOpen,
      see: (_, { draft }) => [stores(draft)],
      learn: ({ verdict }, { draft }) => ({
        draft,
        verdict: verdict === 'wait' ? 'wait' : 'none',
        failure: null,
      }),
    },
    'A stored draft fills an empty field.': {
      on: 'draft.loaded',
      if: known => isOpen(known) && known.verdict === 'none' && known.draft === '',
      learn: (_, { draft }) => ({ draft }),
    },
    'The count of solved flags never falls.': {
      on: 'score.changed',
      if: isOpen,
      learn: (known, { solvedFlags }) => ({
        solvedFlags: Math.max(known.solvedFlags ?? 0, solvedFlags),
      }),
    },
    'A flag is sent once, without the spaces around it.': {
      on: 'flag.submit',
      if: canSubmit,
      see: ({ draft, solvedFlags }) => [
        asks('submitFlag', { challenge, flag: draft.trim(), solvedFlags }),
      ],
      learn: () => ({ isSent: true, failure: null, verdict: 'none' }),
    },
    'Each answer is reported.': {
      on: 'submitFlag answers',
      see: () => [tells('parent', 'flag.answered')],
    },
    'An accepted flag empties field and store, and counts.': {
      on: 'submitFlag answers',
      if: (_, { is, ...rest }) =>
        is === 'found' || ('data' in rest && is === 'done' && rest.data.status === 1),
      see: () => clears('flag.accepted'),
      learn: ({ solvedFlags }) => ({
        isSent: false,
        verdict: 'accepted',
        draft: '',
        solvedFlags: solvedFlags === null ? null : solvedFlags + 1,
      }),
    },
    'A wrong flag stays in the field.': {
      on: 'submitFlag answers',
      if: (_, answer) => answer.is === 'done' && answer.data.status === 2,
      learn: () => ({ isSent: false, verdict: 'rejected' }),
    },
    'A flag that was known empties field and store, too.': {
      on: 'submitFlag answers',
      if: (_, answer) => answer.is === 'done' && answer.data.status === 3,
      see: () => clears('flag.known'),
      learn: () => ({ isSent: false, verdict: 'resubmitted', draft: '' }),
    },
    'A pause refuses a flag until it ends, the phase of the event for good. The draft stays.': {
      on: 'submitFlag answers',
      if: (_, answer) => answer.is === 'refused' && answer.code === 'TIME_RESTRICTED',
      learn: ({ isPaused }) => ({ isSent: false, verdict: isPaused ? 'paused' : 'tooLate' }),
    },
    'A pause that is known later is the reason, too. Its end takes the verdict away.': {
      on: 'facts.changed',
      learn: ({ verdict }, { facts: { isPaused } }) => ({
        isPaused,
        ...(verdict === 'tooLate' && isPaused && { verdict: 'paused' }),
        ...(verdict === 'paused' && !isPaused && { verdict: 'none' }),
      }),
    },
    'Too many flags: the draft stays, and the server says how long to wait.': {
      on: 'submitFlag answers',
      if: (_, answer) => answer.is === 'refused' && answer.code === 'LIMITED',
      learn: (_, answer, now) => ({
        isSent: false,
        verdict: 'wait',
        waitUntil: now + ((answer.is === 'refused' ? answer.retryAfter : null) ?? 1000),
      }),
    },
    'The wait ends at its time.': {
      on: 'time',
      due: ({ waitUntil }) => waitUntil,
      learn: () => ({ verdict: 'none', waitUntil: null }),
    },
    'A failure says why, and the draft stays.': {
      on: 'submitFlag answers',
      if: (_, { is }) => is === 'failed',
      learn: (_, answer) => ({
        isSent: false,
        verdict: 'failed',
        failure: answer.is === 'failed' ? answer.failure : null,
      }),
    },
  },
  shows: {
    'the verdict': [verdictOf, ({ verdict }) => verdict],
    'the draft': [draftOf, ({ draft }) => draft],
    'that a flag is under way': [isSubmitting, ({ isSent }) => isSent],
    'why it failed': [submissionFailure, ({ failure }) => failure],
    'that the event is paused': [isPaused, known => known.isPaused],
    'until when to wait': [flagWait, ({ waitUntil }) => waitUntil],
  },
  offers: { 'flag.submit': canSubmit, 'flag.typed': isOpen },
  always: {
    'One flag at a time is under way.': oneAtATime(['submitFlag']),
    'A flag that was sent is never cancelled.': neverCancelled(['submitFlag']),
  },
})
