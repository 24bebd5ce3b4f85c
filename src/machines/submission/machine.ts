import { type ActorRef, type ActorRefFrom, assign, type Snapshot, sendTo, setup } from 'xstate'
import type { ChallengeRef, ChallengeScore, SolveResult } from '../../api/contract.ts'
import { type Answer, type Failure, failureOf } from '../answer.ts'
import { type ClockRef, serverNow } from '../clock/machine.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type {
  DraftChanged,
  DraftLoaded,
  FlagNews,
  SubmissionEvent,
  SubmissionFact,
} from './events.ts'

export interface SubmissionInput {
  readonly challenge: ChallengeRef
  readonly clock: ClockRef
  readonly parent: ActorRef<Snapshot<unknown>, FlagNews>
}

export interface SubmissionContext {
  readonly input: SubmissionInput
  /** What stands in the field, as typed. */
  readonly draft: string
  /** As far as score and verdicts have told; null while nobody knows. */
  readonly solvedFlags: number | null
  /** Server time in milliseconds since the epoch; meant only while limited. */
  readonly limitedUntil: number
  readonly failure: Failure | null
}

/** Where an answer does not say how long to wait. */
const DEFAULT_WAIT = 1_000

/** The flag field: one flag at a time, and a verdict that stays until the next letter is typed. */
export const submissionMachine = setup({
  types: {
    context: {} as SubmissionContext,
    events: {} as SubmissionEvent | SubmissionFact | DraftLoaded,
    input: {} as SubmissionInput,
    tags: {} as 'changing',
  },
  actors: {
    submitFlag: unprovidedPromise<
      Answer<SolveResult, 'LIMITED'>,
      { challenge: ChallengeRef; flag: string }
    >('submitFlag'),
    fetchScore: unprovidedPromise<ChallengeScore, ChallengeRef>('fetchScore'),
    /** Tells the draft that is stored for the challenge, if any, and stores each that it is told. */
    keepDraft: unprovidedCallback<DraftChanged, ChallengeRef>('keepDraft'),
  },
  actions: {
    keepTyped: assign(({ event }) => (event.type === 'flag.typed' ? { draft: event.draft } : {})),
    clear: assign({ draft: '' }),
    storeDraft: sendTo('keepDraft', ({ context }) => ({
      type: 'draft.changed',
      draft: context.draft,
    })),
    tellAccepted: sendTo(({ context }) => context.input.parent, { type: 'flag.accepted' }),
    tellKnown: sendTo(({ context }) => context.input.parent, { type: 'flag.known' }),
  },
  guards: { isFilled: ({ context }) => context.draft.trim() !== '' },
  delays: {
    wait: ({ context }) => Math.max(0, context.limitedUntil - serverNow(context.input.clock)),
  },
}).createMachine({
  id: 'submission',
  context: ({ input }) => ({
    input,
    draft: '',
    solvedFlags: null,
    limitedUntil: 0,
    failure: null,
  }),
  invoke: {
    src: 'keepDraft',
    id: 'keepDraft',
    input: ({ context }) => context.input.challenge,
  },
  initial: 'open',
  states: {
    open: {
      initial: 'idle',
      on: {
        'flag.typed': { target: '.idle', actions: ['keepTyped', 'storeDraft'] },
        'flag.submit': { guard: 'isFilled', target: 'submitting' },
        'score.changed': {
          // Never fewer: an answer may be older than a flag that was accepted since.
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
              guard: ({ context }) => context.draft === '',
              actions: assign({ draft: ({ event }) => event.draft }),
            },
          },
        },
        accepted: { id: 'accepted', entry: ['clear', 'storeDraft', 'tellAccepted'] },
        rejected: { id: 'rejected' },
        resubmitted: { id: 'resubmitted', entry: ['clear', 'storeDraft', 'tellKnown'] },
        limited: {
          id: 'limited',
          on: { 'flag.submit': {}, 'flag.typed': { actions: ['keepTyped', 'storeDraft'] } },
          after: { wait: 'idle' },
        },
        failed: { id: 'failed', exit: assign({ failure: null }) },
      },
    },
    submitting: {
      tags: 'changing',
      invoke: {
        src: 'submitFlag',
        input: ({ context }) => ({
          challenge: context.input.challenge,
          flag: context.draft.trim(),
        }),
        onDone: [
          {
            guard: ({ event }) => !event.output.ok,
            target: '#limited',
            actions: assign({
              limitedUntil: ({ context, event }) =>
                serverNow(context.input.clock) +
                ((event.output.ok ? null : event.output.retryAfter) ?? DEFAULT_WAIT),
            }),
          },
          {
            guard: ({ event }) => verdictOf(event.output) === 1,
            target: '#accepted',
            actions: assign({
              solvedFlags: ({ context: { solvedFlags } }) =>
                solvedFlags === null ? null : solvedFlags + 1,
            }),
          },
          { guard: ({ event }) => verdictOf(event.output) === 2, target: '#rejected' },
          { guard: ({ event }) => event.output.retried, target: 'checking' },
          { target: '#resubmitted' },
        ],
        onError: {
          target: '#failed',
          actions: assign({ failure: ({ event }) => failureOf(event.error) }),
        },
      },
    },
    // The flag was sent more than once: an earlier sending may be the one that was accepted.
    checking: {
      tags: 'changing',
      invoke: {
        src: 'fetchScore',
        input: ({ context }) => context.input.challenge,
        onDone: [
          {
            guard: ({ context, event }) =>
              context.solvedFlags !== null && event.output.solvedFlags > context.solvedFlags,
            target: '#accepted',
            actions: assign({ solvedFlags: ({ event }) => event.output.solvedFlags }),
          },
          { target: '#resubmitted' },
        ],
        onError: '#resubmitted',
      },
    },
  },
})

const verdictOf = (answer: Answer<SolveResult, 'LIMITED'>) =>
  answer.ok ? answer.data.status : null

export type SubmissionRef = ActorRefFrom<typeof submissionMachine>
