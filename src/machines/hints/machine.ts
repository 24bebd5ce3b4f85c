import { type ActorRef, assign, not, type Snapshot, sendTo, setup } from 'xstate'
import type { ChallengeDetail, ChallengeRef, TakenHint } from '../../api/contract.ts'
import type { Failure } from '../../domain/answer.ts'
import type { Facts } from '../../domain/facts.ts'
import { hasFailed, type Outcome, wasRefusedAs, whyFailed } from '../change.ts'
import { REFETCH_TIME, settlingUntil } from '../settling.ts'
import { unprovidedPromise } from '../unprovided.ts'
import { type HintRefusal, type HintTaking, takeRules } from './changes.ts'
import type { HintReport, HintsEvent, HintsParentEvent } from './events.ts'

export interface HintsInput {
  readonly challenge: ChallengeRef
  readonly facts: Facts
  readonly parent: ActorRef<Snapshot<unknown>, HintReport>
}

export interface HintsContext {
  readonly input: HintsInput
  readonly facts: Facts
  /** The hint that the user wanted last; empty before the first. */
  readonly hintId: string
  readonly failure: Failure | null
}

/** Takes hints that cost points: one at a time, after a question. */
export const hintsMachine = setup({
  types: {
    context: {} as HintsContext,
    events: {} as HintsEvent | HintsParentEvent,
    input: {} as HintsInput,
    tags: {} as 'asking' | 'taking' | 'changing',
  },
  actors: {
    takeHint: unprovidedPromise<Outcome<TakenHint, HintRefusal>, HintTaking>('takeHint'),
  },
  actions: {
    keepHint: assign((_, hintId: string) => ({ hintId })),
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    notifyParent: sendTo(({ context }) => context.input.parent, { type: 'hint.taken' }),
  },
  guards: {
    isPaused: ({ context }) => context.facts.isPaused,
    /** A team mate took the hint while the question was open. */
    wasTaken: ({ context: { input, hintId } }, detail: ChallengeDetail) =>
      takeRules.wasDone(detail, { challenge: input.challenge, hintId }),
  },
  delays: {
    refetchTime: REFETCH_TIME,
  },
}).createMachine({
  id: 'hints',
  context: ({ input }) => ({ input, facts: input.facts, hintId: '', failure: null }),
  on: { 'facts.changed': { actions: { type: 'keepFacts', params: ({ event }) => event.facts } } },
  initial: 'idle',
  states: {
    idle: {
      id: 'noQuestion',
      on: {
        'hint.requested': {
          target: 'asking',
          actions: { type: 'keepHint', params: ({ event }) => event.hintId },
        },
      },
    },
    asking: {
      tags: 'asking',
      initial: 'open',
      on: {
        'hint.confirmed': 'taking',
        'hint.cancelled': 'idle',
        'page.left': 'idle',
        'detail.read': {
          guard: { type: 'wasTaken', params: ({ event }) => event.detail },
          target: 'idle',
        },
      },
      states: {
        open: {},
        // The event has ended since, if nobody says that it is paused.
        tooLate: {
          always: { guard: 'isPaused', target: 'paused' },
          on: { 'hint.confirmed': {} },
        },
        paused: {
          always: { guard: not('isPaused'), target: 'open' },
          on: { 'hint.confirmed': {} },
        },
        failed: { exit: assign({ failure: null }) },
      },
    },
    taking: {
      tags: ['asking', 'taking', 'changing'],
      invoke: {
        src: 'takeHint',
        input: ({ context: { input, hintId } }) => ({ challenge: input.challenge, hintId }),
        onDone: [
          { guard: wasRefusedAs('TIME_RESTRICTED'), target: 'asking.tooLate' },
          {
            guard: hasFailed,
            target: 'asking.failed',
            actions: assign({ failure: ({ event }) => whyFailed(event.output) }),
          },
          { target: 'settling' },
        ],
      },
    },
    // The question closes when the text is there.
    settling: {
      tags: ['asking', 'taking'],
      on: { 'detail.read': 'idle', 'page.left': 'idle' },
      ...settlingUntil('#noQuestion'),
    },
  },
})
