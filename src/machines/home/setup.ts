import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { ScoreGroup } from '../../api/contract.ts'
import type { Facts } from '../../domain/facts.ts'
import type { ParentRef } from '../app/events.ts'
import type { Outcome } from '../change.ts'
import type { ClockRef } from '../clock/machine.ts'
import { hasPassed, untilCheck, waitAfter } from '../clock/wait.ts'
import { POLL_INTERVAL } from '../constants.ts'
import { joinTokenIn } from '../navigation/invitation.ts'
import { REFETCH_TIME } from '../settling.ts'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { CreateRefusal, GroupChoice, JoinRefusal, SelectRefusal } from './changes.ts'
import type { DraftsChanged, DraftsLoaded, HomeEvent, HomeParentEvent } from './events.ts'
import type { Form, Problem } from './problems.ts'
import { type Step, stepOf } from './step.ts'

export interface HomeInput {
  readonly clock: ClockRef
  readonly parent: ParentRef
}

/** The content of the fields, as typed or chosen. */
export interface Drafts {
  readonly token: string
  readonly teamName: string
  /** Slug of the score group; null before one is chosen. */
  readonly scoreGroup: string | null
  readonly password: string
}

export interface HomeContext extends HomeInput {
  readonly facts: Facts
  readonly drafts: Drafts
  /** Empty until they are loaded. */
  readonly groups: readonly ScoreGroup[]
  /** The form that was submitted last. */
  readonly submittedForm: Form | null
  /**
   * Slug of the score group that was submitted last. Another member may have chosen another one. Null after the user
   * has read so.
   */
  readonly submittedGroup: string | null
  readonly problem: Problem | null
  /** The server time from which an attempt is accepted again. It has no meaning outside of a wait. */
  readonly waitUntil: number
}

export const noDrafts: Drafts = { token: '', teamName: '', scoreGroup: null, password: '' }

/** The chosen group, if it is among those that the server listed. */
export const chosenGroup = ({ drafts, groups }: HomeContext) =>
  groups.find(({ slug }) => slug === drafts.scoreGroup)

export const homeSetup = setup({
  types: {
    context: {} as HomeContext,
    events: {} as HomeEvent | HomeParentEvent | DraftsLoaded,
    input: {} as HomeInput,
    tags: {} as 'changing' | 'settling',
  },
  actors: {
    /** Reports the stored drafts, if any, and stores each that it gets. */
    homeDraftStore: unprovidedCallback<DraftsChanged>('homeDraftStore'),
    joinTeam: unprovidedPromise<Outcome<undefined, JoinRefusal>, { joinToken: string }>('joinTeam'),
    createTeam: unprovidedPromise<Outcome<undefined, CreateRefusal>, { name: string }>(
      'createTeam',
    ),
    listScoreGroups: unprovidedPromise<ScoreGroup[]>('listScoreGroups'),
    selectScoreGroup: unprovidedPromise<Outcome<undefined, SelectRefusal>, GroupChoice>(
      'selectScoreGroup',
    ),
  },
  actions: {
    keepFacts: assign((_, facts: Facts) => ({ facts })),
    keepDraft: enqueueActions(({ context, event, enqueue }) => {
      const drafts = edited(context.drafts, event)
      enqueue.assign({ drafts })
      enqueue.sendTo('homeDraftStore', stored(drafts))
    }),
    forgetDrafts: enqueueActions(({ enqueue }) => {
      enqueue.assign({ drafts: noDrafts })
      enqueue.sendTo('homeDraftStore', stored(noDrafts))
    }),
    keepSubmittedGroup: assign(({ context: { drafts } }) => ({
      submittedForm: 'select',
      submittedGroup: drafts.scoreGroup,
    })),
    forgetProblem: assign({ problem: null }),
    keepWait: assign(({ context }, outcome: Outcome) => ({
      waitUntil: waitAfter(context.clock, outcome),
    })),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    notifyParent: sendTo(({ context }) => context.parent, { type: 'account.changed' }),
  },
  guards: {
    isAt: ({ context }, { step }: { step: Step }) => stepOf(context.facts) === step,
    isOtherStep: ({ context }, { step }: { step: Step }) => stepOf(context.facts) !== step,
    isTokenEmpty: ({ context }) => joinTokenIn(context.drafts.token) === '',
    isTeamNameEmpty: ({ context }) => context.drafts.teamName.trim() === '',
    isPasswordEmpty: ({ context }) =>
      chosenGroup(context)?.isPasswordProtected === true && context.drafts.password === '',
    isGroupChosen: ({ context }) => chosenGroup(context) !== undefined,
    isWaitOver: ({ context }) => hasPassed(context.clock, context.waitUntil),
  },
  delays: {
    untilCheck: ({ context }) => untilCheck(context.clock, context.waitUntil),
    refetchTime: REFETCH_TIME,
    reloadDelay: POLL_INTERVAL,
    /** How long a wrong password is shown (spec §9). */
    wrongPasswordTime: 3_000,
  },
})

const stored = ({ token, teamName }: Drafts): DraftsChanged => ({
  type: 'drafts.changed',
  drafts: { token, teamName },
})

function edited(drafts: Drafts, event: HomeEvent | HomeParentEvent | DraftsLoaded): Drafts {
  switch (event.type) {
    case 'token.typed':
      return { ...drafts, token: event.token }
    case 'teamName.typed':
      return { ...drafts, teamName: event.teamName }
    case 'group.chosen':
      return { ...drafts, scoreGroup: event.slug }
    case 'password.typed':
      return { ...drafts, password: event.password }
    default:
      return drafts
  }
}
