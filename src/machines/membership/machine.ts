import { assign, sendTo, setup } from 'xstate'
import type { ParentRef } from '../app/events.ts'
import { hasFailed, type Outcome, wasRefusedAs } from '../change.ts'
import { REFETCH_TIME, settlingUntil } from '../settling.ts'
import { unprovidedPromise } from '../unprovided.ts'
import type { LeaveRefusal } from './changes.ts'
import type { Membership, MembershipEvent, MembershipParentEvent } from './events.ts'

export interface MembershipContext {
  readonly parent: ParentRef
  /** The team that the user wants to leave; null before the first question. */
  readonly membership: Membership | null
}

/** Leaves the user's own team, after a question. */
export const membershipMachine = setup({
  types: {
    context: {} as MembershipContext,
    events: {} as MembershipEvent | MembershipParentEvent,
    input: {} as { parent: ParentRef },
    tags: {} as 'asking' | 'changing',
  },
  actors: {
    leaveTeam: unprovidedPromise<Outcome<undefined, LeaveRefusal>, Membership>('leaveTeam'),
  },
  actions: {
    keepMembership: assign((_, membership: Membership) => ({ membership })),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'account.changed' }),
  },
  delays: {
    refetchTime: REFETCH_TIME,
  },
}).createMachine({
  id: 'membership',
  context: ({ input }) => ({ parent: input.parent, membership: null }),
  initial: 'idle',
  states: {
    idle: {
      id: 'idle',
      on: {
        'leave.requested': {
          target: 'asking',
          actions: {
            type: 'keepMembership',
            params: ({ event: { teamId, userId } }) => ({ teamId, userId }),
          },
        },
      },
    },
    asking: {
      tags: 'asking',
      initial: 'open',
      on: { 'leave.confirmed': 'leaving', 'leave.cancelled': 'idle', 'page.left': 'idle' },
      states: {
        open: {},
        // The event has started since.
        tooLate: { on: { 'leave.confirmed': {} } },
        failed: {},
      },
    },
    // This continues after the page was left. Users who come back see the result.
    leaving: {
      tags: ['asking', 'changing'],
      invoke: {
        src: 'leaveTeam',
        input: ({ context }) => known(context.membership),
        onDone: [
          {
            guard: wasRefusedAs('TIME_RESTRICTED'),
            target: 'asking.tooLate',
            actions: 'notifyParent',
          },
          { guard: hasFailed, target: 'asking.failed', actions: 'notifyParent' },
          // The other refusals say that the user is not in the team.
          { target: 'settling' },
        ],
      },
    },
    // The page closes when the team has been read again.
    settling: { tags: 'changing', ...settlingUntil('#idle') },
  },
})

function known(membership: Membership | null): Membership {
  if (!membership) throw new Error('Nobody asked to leave a team.')
  return membership
}
