import { type ActorRef, assign, not, type Snapshot, sendTo, setup } from 'xstate'
import type { ChallengeRef, SolveResult } from '../../api/contract.ts'
import type { Failure } from '../../domain/answer.ts'
import type { Facts } from '../../domain/facts.ts'
import { trimPasted } from '../../domain/text/trim-pasted.ts'
import { afterLimit, hasFailed, type Outcome, wasRefusedAs, whyFailed } from '../change.ts'
import type { ClockRef } from '../clock/machine.ts'
import { hasPassed, untilCheck, untilOver, waitAfter } from '../clock/wait.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import { type FlagRefusal, type FlagSubmission, REJECTED, RESUBMITTED } from './changes.ts'
import type {
  DraftChanged,
  DraftLoaded,
  FlagReport,
  SubmissionEvent,
  SubmissionParentEvent,
} from './events.ts'

export interface SubmissionInput {
  readonly challenge: ChallengeRef
  readonly clock: ClockRef
  readonly facts: Facts
  readonly parent: ActorRef<Snapshot<unknown>, FlagReport>
}

export interface SubmissionContext {
  readonly input: SubmissionInput
  readonly facts: Facts
  /** The content of the field, as typed. */
  readonly draft: string
  /** The number of solved flags, by score and verdicts; null while it is not known. */
  readonly solvedFlags: number | null
  /** The server time from which a flag is accepted again. It has no meaning outside of the wait. */
  readonly waitUntil: number
  readonly failure: Failure | null
}

interface Answered {
  readonly event: { readonly output: Outcome<SolveResult, FlagRefusal> }
}

const statusIn = ({ event: { output } }: Answered) =>
  output.is === 'done' ? output.data.status : null
const wasRejected = (answered: Answered) => statusIn(answered) === REJECTED
const wasResubmitted = (answered: Answered) => statusIn(answered) === RESUBMITTED

/** The flag field: one flag at a time. The verdict stays until the user types again. */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent | SubmissionParentEvent | DraftLoaded,
    input: {} as SubmissionInput,
    tags: {} as 'changing',
  },
  actors: {
    submitFlag: unprovidedPromise<Outcome<SolveResult, FlagRefusal>, FlagSubmission>('submitFlag'),
    /** Reports the challenge's stored draft, if any, and stores each that it gets. */
    draftStore: unprovidedCallback<DraftChanged, ChallengeRef>('draftStore'),
  },
  actions: {
    keepDraft: assign((_, draft: string) => ({ draft })),
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    clear: assign({ draft: '' }),
    keepWait: assign(({ context }, outcome: Outcome) => ({
      waitUntil: waitAfter(context.input.clock, outcome),
    })),
    storeDraft: sendTo('draftStore', ({ context }) => ({
      type: 'draft.changed',
      draft: context.draft,
    })),
    notifyAnswered: sendTo(({ context }) => context.input.parent, { type: 'flag.answered' }),
    notifyAccepted: sendTo(({ context }) => context.input.parent, { type: 'flag.accepted' }),
    notifyKnown: sendTo(({ context }) => context.input.parent, { type: 'flag.known' }),
  },
  guards: {
    isEmpty: ({ context }) => context.draft === '',
    isFilled: ({ context }) => trimPasted(context.draft) !== '',
    isPaused: ({ context }) => context.facts.isPaused,
    isWaitOver: ({ context }) => hasPassed(context.input.clock, context.waitUntil),
  },
  delays: { untilCheck: ({ context }) => untilCheck(context.input.clock, context.waitUntil) },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    input,
    facts: input.facts,
    draft: '',
    solvedFlags: null,
    waitUntil: 0,
    failure: null,
  }),
  invoke: {
    src: 'draftStore',
    id: 'draftStore',
    input: ({ context }) => context.input.challenge,
  },
  on: { 'facts.changed': { actions: { type: 'keepFacts', params: ({ event }) => event.facts } } },
  initial: 'open',
  states: {
    open: {
      initial: 'idle',
      on: {
        'flag.typed': {
          target: '.idle',
          actions: [{ type: 'keepDraft', params: ({ event }) => event.draft }, 'storeDraft'],
        },
        'flag.submit': { guard: 'isFilled', target: 'submitting' },
        'score.changed': {
          // The count never decreases. A late answer may be old.
          actions: assign({
            solvedFlags: ({ context, event }) =>
              Math.max(context.solvedFlags ?? 0, event.solvedFlags),
          }),
        },
      },
      states: {
        idle: {
          on: {
            'draft.loaded': {
              guard: 'isEmpty',
              actions: { type: 'keepDraft', params: ({ event }) => event.draft },
            },
          },
        },
        accepted: { id: 'accepted', entry: ['clear', 'storeDraft', 'notifyAccepted'] },
        rejected: { id: 'rejected' },
        resubmitted: { id: 'resubmitted', entry: ['clear', 'storeDraft', 'notifyKnown'] },
        wait: {
          id: 'wait',
          on: {
            'flag.submit': {},
            'flag.typed': {
              actions: [{ type: 'keepDraft', params: ({ event }) => event.draft }, 'storeDraft'],
            },
          },
          after: untilOver('#wait'),
        },
        // The event has ended since, if nobody says that it is paused.
        tooLate: { id: 'tooLate', always: { guard: 'isPaused', target: 'paused' } },
        paused: { always: { guard: not('isPaused'), target: 'idle' } },
        failed: { id: 'failed', exit: assign({ failure: null }) },
      },
    },
    submitting: {
      tags: 'changing',
      exit: 'notifyAnswered',
      invoke: {
        src: 'submitFlag',
        input: ({ context }) => ({
          challenge: context.input.challenge,
          flag: trimPasted(context.draft),
          solvedFlags: context.solvedFlags,
        }),
        onDone: [
          afterLimit('#wait'),
          { guard: wasRefusedAs('TIME_RESTRICTED'), target: '#tooLate' },
          {
            guard: hasFailed,
            target: '#failed',
            actions: assign({ failure: ({ event }) => whyFailed(event.output) }),
          },
          { guard: wasRejected, target: '#rejected' },
          { guard: wasResubmitted, target: '#resubmitted' },
          // Accepted; or its answer was lost, and its challenge has one more solved flag.
          {
            target: '#accepted',
            actions: assign({
              solvedFlags: ({ context: { solvedFlags } }) =>
                solvedFlags === null ? null : solvedFlags + 1,
            }),
          },
        ],
      },
    },
  },
})
