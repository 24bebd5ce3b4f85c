import type { ScoreGroup } from '../../../src/api/contract.ts'
import { type Facts, unknownFacts } from '../../../src/domain/facts.ts'
import type { homeMachine } from '../../../src/machines/home/machine.ts'
import {
  areGroupsLoading,
  canUseDesktop,
  chosenGroupOf,
  createProblemOf,
  createWait,
  draftsOf,
  groupsOf,
  haveGroupsFailed,
  isForTeam,
  isPasswordWrong,
  isPostPlay,
  isReadOnly,
  joinProblemOf,
  joinWait,
  otherGroupIn,
  pendingForm,
  selectProblemOf,
  selectWait,
  shownStep,
} from '../../../src/machines/home/selectors.ts'
import { behaviourOf, each, neverCancelled, oneAtATime } from '../harness/behaviour.ts'
import { asks, drops, type Sight, starts, tells } from '../harness/sights.ts'

type Form = 'join' | 'create' | 'select'

const empty = { token: '', teamName: '', scoreGroup: null as string | null, password: '' }

const begins = {
  facts: unknownFacts,
  drafts: empty,
  groups: [] as readonly ScoreGroup[],
  list: 'there' as 'loading' | 'failed' | 'there',
  reloadAt: null as number | null,
  /** The form whose change has no answer yet. */
  sent: null as Form | null,
  /** The step on which it was sent: that step stays until the answer. */
  sentAt: null as string | null,
  /** The form whose result is not seen yet, and when it is read again. */
  settling: null as { readonly form: Form; readonly at: number; readonly isLast: boolean } | null,
  /** The group that was sent last. */
  wanted: null as string | null,
  problem: null as { readonly form: Form; readonly code: string } | null,
  wait: null as { readonly form: Form; readonly until: number } | null,
  wrongUntil: null as number | null,
}
type Known = typeof begins

/** The step that the facts lead to. */
function stepFor({ isReady, phase, teamMode, hasTeam, hasScoreGroup }: Facts) {
  if (!isReady) return 'unknown'
  if (teamMode && !hasTeam && phase !== 'over') return 'team'
  if (phase === 'upcoming') return 'upcoming'
  if (!hasScoreGroup && phase !== 'over') return 'scoreGroup'
  return phase === 'running' || phase === 'postPlay' ? 'play' : 'over'
}

const stepOf = ({ facts, sentAt }: Known) => sentAt ?? stepFor(facts)
const isFree = ({ sent, settling }: Known) => sent === null && settling === null
const isEditing = (known: Known) => stepOf(known) === 'team' && isFree(known)
const isChoosing = (known: Known) =>
  stepOf(known) === 'scoreGroup' && isFree(known) && known.list === 'there'
const waits = ({ wait }: Known, form: Form) => (wait?.form === form ? wait.until : null)
const groupOf = ({ groups, drafts }: Known) => groups.find(({ slug }) => slug === drafts.scoreGroup)

const canJoin = (known: Known) => isEditing(known) && waits(known, 'join') === null
const canCreate = (known: Known) => isEditing(known) && waits(known, 'create') === null
const needsPassword = (known: Known) =>
  groupOf(known)?.isPasswordProtected === true && known.drafts.password === ''
const canSelect = (known: Known) =>
  isChoosing(known) && groupOf(known) !== undefined && known.wait === null

const stores = ({ token, teamName }: { token: string; teamName: string }) =>
  tells('homeDraftStore', { type: 'drafts.changed', drafts: { token, teamName } })
const quiet = { problem: null, wait: null, wrongUntil: null }

/** A field of the team's forms. Typing removes the problem of its own form. */
const typed = <E>(form: Form, can: (known: Known) => boolean, change: (event: E) => object) => ({
  if: can,
  see: ({ drafts }: Known, event: E) => [stores({ ...drafts, ...change(event) })],
  learn: ({ drafts, problem, wrongUntil, wait }: Known, event: E): Partial<Known> => ({
    drafts: { ...drafts, ...change(event) },
    problem: problem?.form === form && wait === null ? null : problem,
    wrongUntil: form === 'select' ? null : wrongUntil,
  }),
})

const sends = (form: Form) => (known: Known) => ({
  ...quiet,
  sent: form,
  sentAt: stepOf(known),
})

const nothingTyped = (form: Form) => (): Partial<Known> => ({
  ...quiet,
  problem: { form, code: 'EMPTY' },
})

interface Ended {
  readonly is: string
  readonly code?: string
  readonly retryAfter?: number | null
}

const isSettled = ({ is, code }: Ended) =>
  is === 'done' || is === 'found' || code === 'SCORE_GROUP_ALREADY_SELECTED'

/** What an answer of a form means. */
function answered(form: Form, { is, code, retryAfter }: Ended, now: number): Partial<Known> {
  const after = { sent: null, sentAt: null }
  if (isSettled({ is, ...(code && { code }) })) {
    return { ...after, settling: { form, at: now + 10_000, isLast: false } }
  }
  if (code === 'LIMITED') return { ...after, wait: { form, until: now + (retryAfter ?? 1_000) } }
  if (code === 'SCORE_GROUP_WRONG_PASSWORD') return { ...after, wrongUntil: now + 3_000 }
  return { ...after, problem: { form, code: code ?? 'FAILED' } }
}

const lists = {
  see: (): Sight[] => [asks('listScoreGroups')],
  learn: (): Partial<Known> => ({ ...quiet, list: 'loading', reloadAt: null }),
}

const leaves = {
  ...quiet,
  drafts: empty,
  settling: null,
  reloadAt: null,
  list: 'there' as const,
}

const FORMS = { join: 'joinTeam', create: 'createTeam', select: 'selectScoreGroup' } as const
const CALLS = Object.values(FORMS)
const problemOf = (known: Known, form: Form) =>
  known.problem?.form === form && known.sent === null ? known.problem.code : null

export const homeBehaviour = behaviourOf<typeof homeMachine, Known>({
  begins,
  sentences: {
    'Drafts are kept.': { on: 'it begins', see: () => [starts('homeDraftStore')] },
    'A step that is left forgets its drafts: who has a team needs no token.': {
      while: known => stepOf(known) === 'team',
      begin: () => [],
      end: () => [stores(empty)],
      learn: (_, isOn) => (isOn ? {} : leaves),
    },
    'The score groups are listed when they can be chosen.': {
      while: known => stepOf(known) === 'scoreGroup',
      begin: lists.see,
      end: ({ list }) => [...(list === 'loading' ? [drops('listScoreGroups')] : []), stores(empty)],
      learn: (_, isOn) => (isOn ? lists.learn() : leaves),
    },
    'The facts lead to a step. It waits for the answer of a change.': {
      on: 'facts.changed',
      learn: (_, { facts }) => ({ facts }),
    },
    'Stored drafts fill the fields.': {
      on: 'drafts.loaded',
      learn: (known, { drafts }) => ({ drafts: { ...known.drafts, ...drafts } }),
    },
    'A token that is typed is stored.': {
      on: 'token.typed',
      ...typed('join', isEditing, ({ token }: { token: string }) => ({ token })),
    },
    'A team name that is typed is stored.': {
      on: 'teamName.typed',
      ...typed('create', isEditing, ({ teamName }: { teamName: string }) => ({ teamName })),
    },
    'A group that is chosen takes the problem away.': {
      on: 'group.chosen',
      ...typed('select', isChoosing, ({ slug }: { slug: string }) => ({ scoreGroup: slug })),
    },
    'A password that is typed is not stored, and takes the problem away.': {
      on: 'password.typed',
      ...typed('select', isChoosing, ({ password }: { password: string }) => ({ password })),
    },
    'Nobody joins without a token.': {
      on: 'team.join',
      if: known => canJoin(known) && known.drafts.token.trim() === '',
      learn: nothingTyped('join'),
    },
    'Join sends the token, without the spaces around it.': {
      on: 'team.join',
      if: known => canJoin(known) && known.drafts.token.trim() !== '',
      see: ({ drafts }) => [asks('joinTeam', { joinToken: drafts.token.trim() })],
      learn: sends('join'),
    },
    'No team without a name.': {
      on: 'team.create',
      if: known => canCreate(known) && known.drafts.teamName.trim() === '',
      learn: nothingTyped('create'),
    },
    'Create sends the name, without the spaces around it.': {
      on: 'team.create',
      if: known => canCreate(known) && known.drafts.teamName.trim() !== '',
      see: ({ drafts }) => [asks('createTeam', { name: drafts.teamName.trim() })],
      learn: sends('create'),
    },
    'Nobody chooses a protected group without a password.': {
      on: 'group.select',
      if: known => canSelect(known) && needsPassword(known),
      learn: nothingTyped('select'),
    },
    'Select sends the group that is chosen, and a password only where one is needed.': {
      on: 'group.select',
      if: known => canSelect(known) && !needsPassword(known),
      see: known => [
        asks('selectScoreGroup', {
          scoreGroup: groupOf(known)?.slug,
          password: groupOf(known)?.isPasswordProtected ? known.drafts.password : null,
        }),
      ],
      learn: known => ({ ...sends('select')(known), wanted: groupOf(known)?.slug ?? null }),
    },
    'Nobody reads about the other group again after closing the notice.': {
      on: 'otherGroup.dismissed',
      if: known => stepOf(known) === 'play',
      learn: () => ({ wanted: null }),
    },
    ...each(
      ['joinTeam answers', 'createTeam answers'] as const,
      on => `A change that was made is read; a refusal leaves the drafts: ${on}.`,
      on => ({
        see: (_: Known, answer: Ended) =>
          isSettled(answer) ? [tells('parent', 'account.changed')] : [],
        learn: (_: Known, answer: Ended, now: number) =>
          answered(on === 'joinTeam answers' ? 'join' : 'create', answer, now),
      }),
    ),
    'A group that was chosen is read, also after a refusal that says that the account has changed.':
      {
        on: 'selectScoreGroup answers',
        see: (_, answer) =>
          answer.is === 'refused' &&
          (answer.code === 'LIMITED' || answer.code === 'SCORE_GROUP_WRONG_PASSWORD')
            ? []
            : [tells('parent', 'account.changed')],
        learn: (_, answer, now) => answered('select', answer, now),
      },
    'What does not show its result within 10 s is read once more.': {
      on: 'time',
      due: ({ settling }) => (settling && !settling.isLast ? settling.at : null),
      see: () => [tells('parent', 'account.changed')],
      learn: ({ settling }, _, now) => ({
        settling: settling && { ...settling, at: now + 10_000, isLast: true },
      }),
    },
    'After 10 s more the form is there again.': {
      on: 'time',
      due: ({ settling }) => (settling?.isLast ? settling.at : null),
      learn: () => ({ settling: null }),
    },
    'A wait ends at its time.': {
      on: 'time',
      due: ({ wait }) => wait?.until ?? null,
      learn: () => ({ wait: null }),
    },
    'A wrong password is shown for 3 s.': {
      on: 'time',
      due: ({ wrongUntil }) => wrongUntil,
      learn: () => ({ wrongUntil: null }),
    },
    'The groups are shown. A single one is chosen.': {
      on: 'listScoreGroups answers',
      learn: ({ drafts }, groups) => ({
        groups,
        list: 'there',
        drafts: groups.length === 1 ? { ...drafts, scoreGroup: groups[0]?.slug ?? null } : drafts,
      }),
    },
    'A list that cannot be read is read again after 10 s.': {
      on: 'listScoreGroups fails',
      learn: (_known, _error, now) => ({ list: 'failed', reloadAt: now + 10_000 }),
    },
    'Then it is.': { on: 'time', due: ({ reloadAt }) => reloadAt, ...lists },
    'Or at once, if the user wants.': {
      on: 'groups.reload',
      if: known => stepOf(known) === 'scoreGroup' && isFree(known) && known.list !== 'loading',
      ...lists,
    },
  },
  shows: {
    'the step': [shownStep, stepOf],
    'the drafts': [draftsOf, ({ drafts }) => drafts],
    'the groups': [groupsOf, ({ groups }) => groups],
    'that the groups are loading': [
      areGroupsLoading,
      known => stepOf(known) === 'scoreGroup' && known.list === 'loading',
    ],
    'that the groups cannot be read': [haveGroupsFailed, ({ list }) => list === 'failed'],
    'why nobody joined': [joinProblemOf, known => problemOf(known, 'join')],
    'why there is no team': [createProblemOf, known => problemOf(known, 'create')],
    'why no group was chosen': [selectProblemOf, known => problemOf(known, 'select')],
    'which form is under way': [
      pendingForm,
      ({ sent, settling }) => sent ?? settling?.form ?? null,
    ],
    'until when a token must wait': [joinWait, known => waits(known, 'join')],
    'until when a name must wait': [createWait, known => waits(known, 'create')],
    'until when a password must wait': [selectWait, known => waits(known, 'select')],
    'a wrong password': [isPasswordWrong, ({ wrongUntil }) => wrongUntil !== null],
    'the group that is chosen': [chosenGroupOf, groupOf],
    'that the account is in another group than the one that was sent last': [
      otherGroupIn({ scoreGroup: 'open', scoreGroupName: 'Open' }),
      ({ wanted }) => (wanted === null || wanted === 'open' ? null : 'Open'),
    ],
    'whether people play in teams': [isForTeam, ({ facts }) => facts.teamMode],
    'whether it is a past event': [isReadOnly, ({ facts }) => facts.isReadOnly],
    'whether its challenges go on after its end': [
      isPostPlay,
      ({ facts }) => facts.phase === 'postPlay',
    ],
    'whether there is a desktop': [
      canUseDesktop,
      ({ facts: { flugzeugEnabled } }) =>
        flugzeugEnabled === 'unreadable' ? false : flugzeugEnabled,
    ],
  },
  offers: { 'team.join': canJoin, 'team.create': canCreate, 'group.select': canSelect },
  always: {
    'One change at a time is under way.': oneAtATime(CALLS),
    'A change is never cancelled.': neverCancelled(CALLS),
  },
})
