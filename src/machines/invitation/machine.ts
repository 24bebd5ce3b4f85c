import { assign, not, sendTo, setup } from 'xstate'
import { type Facts, unknownFacts } from '../../domain/facts.ts'
import type { ParentRef } from '../app/events.ts'
import { afterLimit, hasSucceeded, type Outcome } from '../change.ts'
import type { ClockRef } from '../clock/machine.ts'
import { hasPassed, untilCheck, untilOver, waitAfter } from '../clock/wait.ts'
import type { JoinRefusal } from '../home/changes.ts'
import { type JoinProblem, problemIn } from '../home/problems.ts'
import { REFETCH_TIME, settlingUntil } from '../settling.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type {
  InvitationEvent,
  InvitationOpened,
  InvitationParentEvent,
  InvitationUsed,
} from './events.ts'
import { type InvitationState, invitationStateOf } from './invitation-state.ts'

export interface InvitationContext {
  readonly clock: ClockRef
  readonly parent: ParentRef
  readonly facts: Facts
  /** The team's join token; null without an invitation. */
  readonly token: string | null
  readonly problem: JoinProblem | null
  /** The server time from which an attempt is accepted again. It has no meaning outside of a wait. */
  readonly waitUntil: number
}

const invitationSetup = setup({
  types: {
    context: {} as InvitationContext,
    events: {} as InvitationEvent | InvitationParentEvent | InvitationOpened,
    input: {} as { clock: ClockRef; parent: ParentRef },
    tags: {} as 'changing',
  },
  actors: {
    /** Reports the invitation that the tab keeps, and each one that is opened later. */
    invitationStore: unprovidedCallback<InvitationUsed>('invitationStore'),
    joinTeam: unprovidedPromise<Outcome<undefined, JoinRefusal>, { joinToken: string }>('joinTeam'),
  },
  actions: {
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    keepToken: assign((_, token: string) => ({ token })),
    forgetToken: assign({ token: null }),
    notifyStore: sendTo('invitationStore', { type: 'invitation.used' }),
    keepWait: assign(({ context }, outcome: Outcome) => ({
      waitUntil: waitAfter(context.clock, outcome),
    })),
    keepProblem: assign((_, problem: JoinProblem) => ({ problem })),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'account.changed' }),
  },
  guards: {
    isAt: ({ context }, { state }: { state: InvitationState }) =>
      invitationStateOf(context.token, context.facts) === state,
    isOtherState: ({ context }, { state }: { state: InvitationState }) =>
      invitationStateOf(context.token, context.facts) !== state,
    hasTeam: ({ context }) => context.facts.hasTeam,
    isWaitOver: ({ context }) => hasPassed(context.clock, context.waitUntil),
  },
  delays: {
    untilCheck: ({ context }) => untilCheck(context.clock, context.waitUntil),
    refetchTime: REFETCH_TIME,
  },
})

const at = (state: InvitationState) =>
  ({ guard: { type: 'isAt', params: { state } }, target: state }) as const
const leave = (state: InvitationState) =>
  ({ guard: { type: 'isOtherState', params: { state } }, target: '#deciding' }) as const

/**
 * An invitation to a team, by a link. The user must confirm it before joining, since anybody may have made the link.
 */
export const invitationMachine = invitationSetup.createMachine({
  id: 'invitation',
  context: ({ input }) => ({
    ...input,
    facts: unknownFacts,
    token: null,
    problem: null,
    waitUntil: 0,
  }),
  invoke: { src: 'invitationStore', id: 'invitationStore' },
  on: {
    'facts.changed': { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
    'invitation.opened': {
      target: '.deciding',
      actions: { type: 'keepToken', params: ({ event }) => event.token },
    },
  },
  initial: 'deciding',
  states: {
    deciding: {
      id: 'deciding',
      always: [
        at('asking'),
        at('inTeam'),
        at('noTeams'),
        at('over'),
        at('unknown'),
        { target: 'none' },
      ],
    },
    none: {},
    unknown: { always: leave('unknown') },
    noTeams: { always: leave('noTeams') },
    inTeam: { always: leave('inTeam') },
    over: { always: leave('over') },
    asking: {
      id: 'asking',
      initial: 'idle',
      always: leave('asking'),
      on: {
        'invitation.accept': 'joining',
        'invitation.decline': { target: 'none', actions: ['forgetToken', 'notifyStore'] },
      },
      states: {
        idle: {},
        refused: { id: 'refusedInvitation' },
        wait: {
          id: 'invitationWait',
          after: untilOver('#invitationWait'),
          on: { 'invitation.accept': {} },
        },
      },
    },
    // A change is never cancelled: a link that is opened meanwhile stays in the store.
    joining: {
      tags: 'changing',
      on: { 'invitation.opened': {} },
      invoke: {
        src: 'joinTeam',
        input: ({ context }) => ({ joinToken: context.token ?? '' }),
        onDone: [
          { guard: hasSucceeded, target: 'settling' },
          afterLimit('#invitationWait'),
          {
            target: '#refusedInvitation',
            actions: { type: 'keepProblem', params: ({ event }) => problemIn(event.output) },
          },
        ],
      },
    },
    settling: {
      tags: 'changing',
      on: { 'invitation.opened': {} },
      always: { guard: 'hasTeam', target: 'joined' },
      ...settlingUntil('#asking'),
    },
    joined: {
      entry: ['forgetToken', 'notifyStore'],
      always: { guard: not('hasTeam'), target: 'deciding' },
    },
  },
})
