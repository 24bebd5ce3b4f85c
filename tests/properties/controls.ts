import type { SnapshotFrom } from 'xstate'
import { sameChallenge } from '../../src/domain/challenge.ts'
import { toastOf } from '../../src/machines/announcements/selectors.ts'
import type {
  AppChildren,
  ChallengePageRef,
  LoadedChildren,
  PermanentChildren,
  SignedInChildren,
  VisitorChildren,
} from '../../src/machines/app/children.ts'
import type { AppRef } from '../../src/machines/app/machine.ts'
import type { ChallengeChildren } from '../../src/machines/challenge/selectors.ts'
import type { dialogsMachine } from '../../src/machines/dialogs/machine.ts'
import { openDialog } from '../../src/machines/dialogs/selectors.ts'
import * as desktop from '../../src/machines/flugzeug/selectors.ts'
import { type ShownStatus, statusOf } from '../../src/machines/flugzeug/status.ts'
import {
  askedHint,
  isHintPaused,
  isHintTooLate,
  isTakingHint,
} from '../../src/machines/hints/selectors.ts'
import * as home from '../../src/machines/home/selectors.ts'
import * as instance from '../../src/machines/instance/selectors.ts'
import { invitationWait, isJoining, shownState } from '../../src/machines/invitation/selectors.ts'
import { localeOf } from '../../src/machines/locale/selectors.ts'
import { confirmingTeam, isLeaving, isTooLate } from '../../src/machines/membership/selectors.ts'
import type { Page } from '../../src/machines/navigation/pages.ts'
import { isOffline } from '../../src/machines/network/selectors.ts'
import type { LoadedRef } from '../../src/machines/on-demand.ts'
import { isPaletteOpen } from '../../src/machines/palette/selectors.ts'
import type { ResourceRef } from '../../src/machines/resource/machine.ts'
import { failureIn, isFailed } from '../../src/machines/resource/selectors.ts'
import { isAuthenticated, isVisiting, signInStepOf } from '../../src/machines/session/selectors.ts'
import { isSubmitting, verdictOf } from '../../src/machines/submission/selectors.ts'
import { isFetchingCode, isSavingConfig, shownConfig } from '../../src/machines/vpn/selectors.ts'
import { type AnyControl, always, type ControlsOf, fromApp, offered } from './control.ts'
import { rightFlags } from './server.ts'

type DialogChildren = Required<SnapshotFrom<typeof dialogsMachine>['children']>
type ChildrenOfDialogs = { [K in keyof DialogChildren]: LoadedRef<NonNullable<DialogChildren[K]>> }
type Refs = { app: AppRef; challenge: ChallengePageRef } & PermanentChildren &
  AppChildren &
  VisitorChildren &
  Omit<SignedInChildren, keyof LoadedChildren> &
  LoadedChildren &
  ChallengeChildren &
  ChildrenOfDialogs

/** A new machine of the app, or a new event of one, does not compile without a decision. */
type Controls = { readonly [K in keyof Refs]: ControlsOf<Refs[K]> }

const isOn = (page: Page | null, name: Page['name']) => page?.name === name

const poll = {
  ...fromApp('resource.activate', 'resource.deactivate', 'resource.stale'),
  ...fromApp('page.shown', 'page.hidden'),
}
const unattended = { ...poll, ...fromApp('resource.refresh') }
/** The page shows a button in place of data that could not be loaded. */
const reloadable = <T>(name: Page['name']): ControlsOf<ResourceRef<T>> => ({
  ...poll,
  'resource.refresh': {
    events: [{ type: 'resource.refresh' }],
    when: (snapshot, page) =>
      isOn(page, name) && isFailed(snapshot) && !snapshot.hasTag('fetching'),
  },
})

type HomeSnapshot = SnapshotFrom<LoadedChildren['home']>
const isTeamForm = (snapshot: HomeSnapshot, page: Page | null) =>
  isOn(page, 'home') && home.shownStep(snapshot) === 'team' && home.pendingForm(snapshot) === null
const isGroupForm = (snapshot: HomeSnapshot, page: Page | null) =>
  isOn(page, 'home') &&
  home.shownStep(snapshot) === 'scoreGroup' &&
  home.pendingForm(snapshot) === null &&
  !home.areGroupsLoading(snapshot) &&
  !home.haveGroupsFailed(snapshot)

type InstanceSnapshot = SnapshotFrom<ChallengeChildren['instance']>
const isAt = (snapshot: InstanceSnapshot, page: Page | null, state: instance.ShownState) =>
  page?.name === 'challenge' &&
  sameChallenge(page, snapshot.context.input.challenge) &&
  instance.stateOf(snapshot) === state

type FlugzeugSnapshot = SnapshotFrom<LoadedChildren['flugzeug']>
/** While a change is under way, or the last answer is a failure, the page says so instead. */
const isDesktop = (snapshot: FlugzeugSnapshot, page: Page | null) =>
  isOn(page, 'flugzeug') &&
  desktop.changeOf(snapshot) === null &&
  !desktop.isRefusalNew(snapshot) &&
  desktop.readFailureOf(snapshot) === null
const isDesktopAt =
  (...statuses: readonly ShownStatus[]) =>
  (snapshot: FlugzeugSnapshot, page: Page | null) =>
    isDesktop(snapshot, page) && statuses.includes(statusOf(snapshot))
const hasFrame = (snapshot: FlugzeugSnapshot, page: Page | null) =>
  isOn(page, 'flugzeug') &&
  statusOf(snapshot) === 'running' &&
  desktop.frameUrlOf(snapshot) !== null

type InvitationSnapshot = SnapshotFrom<LoadedChildren['invitation']>
const isInvited = (snapshot: InvitationSnapshot, page: Page | null) =>
  isOn(page, 'join') && shownState(snapshot) === 'asking' && !isJoining(snapshot)

type VpnSnapshot = SnapshotFrom<ChildrenOfDialogs['vpn']>
/** During a fetch, its button shows a spinner, and the other button cannot be pressed. */
const isVpnFree = (snapshot: VpnSnapshot) => !isSavingConfig(snapshot) && !isFetchingCode(snapshot)

export const controls: Controls = {
  app: {
    ...fromApp('account.changed', 'challenge.completed', 'challenge.closed'),
    ...fromApp('page.chosen', 'location.changed', 'announcements.missed'),
    ...fromApp('news.came'),
    'app.retry': {
      events: [{ type: 'app.retry' }],
      when: ({ value, children }) =>
        typeof value === 'object' &&
        typeof value.running === 'object' &&
        value.running.signedIn === 'loading' &&
        [children.user, children.stats, children.team].some(
          ref =>
            ref !== undefined && failureIn((ref as ResourceRef<unknown>).getSnapshot()) !== null,
        ),
    },
  },
  session: {
    ...fromApp('session.rejected', 'session.shared', 'session.ending', 'location.changed'),
    'session.signIn': { events: [{ type: 'session.signIn' }], when: isVisiting },
    'session.signOut': { events: [{ type: 'session.signOut' }], when: isAuthenticated },
    'session.retry': {
      events: [{ type: 'session.retry' }],
      when: snapshot => signInStepOf(snapshot) === 'failed',
    },
  },
  network: fromApp('request.opened', 'request.failed', 'request.succeeded', 'request.cancelled'),
  // A hook sends these, while a view shows the time.
  clock: fromApp('clock.measured', 'clock.watched', 'clock.unwatched'),
  locale: {
    'locale.changed': {
      events: [
        { type: 'locale.changed', locale: 'en' },
        { type: 'locale.changed', locale: 'de' },
      ],
      when: (snapshot, _, { locale }) => localeOf(snapshot) !== locale,
    },
  },
  live: {
    ...fromApp('live.enable', 'turn.begun', 'turn.ended'),
    ...fromApp('stream.opened', 'stream.received', 'stream.news', 'stream.ended'),
    ...fromApp('tab.asked', 'tab.received', 'tab.news', 'tab.lost'),
  },
  scheme: {
    'scheme.changed': { events: [{ type: 'scheme.changed', scheme: 'dark' }], when: always },
  },
  event: fromApp('event.retry', 'event.stale', 'page.shown', 'page.hidden'),
  user: unattended,
  stats: unattended,
  team: reloadable('ownTeam'),
  catalogue: unattended,
  flugzeugEnabled: unattended,
  eventDetails: unattended,
  scoreboard: reloadable('scoreboard'),
  history: reloadable('scoreboard'),
  publicScoreboard: {
    ...poll,
    'resource.refresh': {
      events: [{ type: 'resource.refresh' }],
      when: snapshot => isFailed(snapshot) && !snapshot.hasTag('fetching'),
    },
  },
  submissions: reloadable('ownTeam'),
  solveTimes: reloadable('solvesCalendar'),
  invitation: {
    ...fromApp('invitation.opened', 'facts.changed'),
    'invitation.accept': {
      events: [{ type: 'invitation.accept' }],
      when: (snapshot, page) => isInvited(snapshot, page) && invitationWait(snapshot) === null,
    },
    'invitation.decline': { events: [{ type: 'invitation.decline' }], when: isInvited },
  },
  home: {
    ...fromApp('drafts.loaded'),
    ...fromApp('facts.changed'),
    'token.typed': { events: [{ type: 'token.typed', token: 'token' }], when: isTeamForm },
    'teamName.typed': {
      events: [{ type: 'teamName.typed', teamName: 'Engines' }],
      when: isTeamForm,
    },
    'team.join': {
      events: [{ type: 'team.join' }],
      when: (snapshot, page) => isTeamForm(snapshot, page) && home.joinWait(snapshot) === null,
    },
    'team.create': {
      events: [{ type: 'team.create' }],
      when: (snapshot, page) => isTeamForm(snapshot, page) && home.createWait(snapshot) === null,
    },
    'group.chosen': {
      events: [
        { type: 'group.chosen', slug: 'open' },
        { type: 'group.chosen', slug: 'closed' },
      ],
      when: (snapshot, page, { slug }) =>
        isGroupForm(snapshot, page) &&
        home.groupsOf(snapshot).some(group => group.slug === slug) &&
        home.chosenGroupOf(snapshot)?.slug !== slug,
    },
    'password.typed': {
      events: [{ type: 'password.typed', password: 'secret' }],
      when: (snapshot, page) =>
        isGroupForm(snapshot, page) && home.chosenGroupOf(snapshot)?.isPasswordProtected === true,
    },
    'group.select': {
      events: [{ type: 'group.select' }],
      when: (snapshot, page) =>
        isGroupForm(snapshot, page) &&
        home.chosenGroupOf(snapshot) !== undefined &&
        home.selectWait(snapshot) === null,
    },
    'otherGroup.dismissed': {
      events: [{ type: 'otherGroup.dismissed' }],
      when: (snapshot, page) =>
        isOn(page, 'home') &&
        home.shownStep(snapshot) === 'play' &&
        home.otherGroupIn({ scoreGroup: 'open' })(snapshot) !== null,
    },
    'groups.reload': {
      events: [{ type: 'groups.reload' }],
      when: (snapshot, page) =>
        isOn(page, 'home') &&
        (home.haveGroupsFailed(snapshot) || home.selectProblemOf(snapshot) === 'NOT_FOUND'),
    },
  },
  membership: {
    ...fromApp('page.left'),
    'leave.requested': {
      events: [{ type: 'leave.requested', teamId: 'team', userId: 'user' }],
      when: (snapshot, page) =>
        isOn(page, 'ownTeam') && confirmingTeam(snapshot) === null && !isLeaving(snapshot),
    },
    'leave.confirmed': {
      events: [{ type: 'leave.confirmed' }],
      when: snapshot =>
        confirmingTeam(snapshot) !== null && !isLeaving(snapshot) && !isTooLate(snapshot),
    },
    'leave.cancelled': {
      events: [{ type: 'leave.cancelled' }],
      when: snapshot => confirmingTeam(snapshot) !== null && !isLeaving(snapshot),
    },
  },
  challenge: {
    ...fromApp(
      'page.entered',
      'page.left',
      'facts.changed',
      'stats.changed',
      'flag.answered',
      'flag.accepted',
      'flag.known',
      'hint.taken',
    ),
    'solves.opened': { events: [{ type: 'solves.opened' }], when: always },
    'solves.closed': { events: [{ type: 'solves.closed' }], when: always },
    ...fromApp('news.came'),
    'challenge.retry': {
      events: [{ type: 'challenge.retry' }],
      when: ({ children }) =>
        children.detail !== undefined && isFailed(children.detail.getSnapshot()),
    },
  },
  detail: unattended,
  score: unattended,
  solves: unattended,
  celebration: fromApp(
    'flag.answered',
    'flag.accepted',
    'score.changed',
    'stats.changed',
    'detail.read',
    'page.left',
  ),
  hints: {
    ...fromApp('detail.read', 'facts.changed', 'page.left'),
    'hint.requested': {
      events: [{ type: 'hint.requested', hintId: 'h1' }],
      when: snapshot => askedHint(snapshot) === null,
    },
    'hint.confirmed': {
      events: [{ type: 'hint.confirmed' }],
      when: snapshot =>
        askedHint(snapshot) !== null &&
        !isTakingHint(snapshot) &&
        !isHintTooLate(snapshot) &&
        !isHintPaused(snapshot),
    },
    'hint.cancelled': {
      events: [{ type: 'hint.cancelled' }],
      when: snapshot => askedHint(snapshot) !== null && !isTakingHint(snapshot),
    },
  },
  instance: {
    ...fromApp('page.entered', 'page.left', 'facts.changed'),
    ...fromApp('stats.changed', 'detail.changed', 'read.succeeded', 'read.failed'),
    ...fromApp('instance.stale'),
    'instance.start': {
      events: [{ type: 'instance.start' }],
      when: (snapshot, page) =>
        isAt(snapshot, page, 'notRunning') &&
        !instance.isRequestingStart(snapshot) &&
        !instance.hasTooMany(snapshot) &&
        !instance.isPaused(snapshot) &&
        snapshot.context.canBeStarted === true,
    },
    'instance.abort': {
      events: [{ type: 'instance.abort' }],
      when: (snapshot, page) => isAt(snapshot, page, 'starting') && !instance.isAborting(snapshot),
    },
    'instance.extend': {
      events: [{ type: 'instance.extend' }],
      when: (snapshot, page) =>
        isAt(snapshot, page, 'running') &&
        !instance.isExtending(snapshot) &&
        !instance.isRequestingStop(snapshot),
    },
    'instance.stop': {
      events: [{ type: 'instance.stop' }],
      when: (snapshot, page) =>
        isAt(snapshot, page, 'running') &&
        !instance.isExtending(snapshot) &&
        !instance.isRequestingStop(snapshot),
    },
    'instance.retry': {
      events: [{ type: 'instance.retry' }],
      when: (snapshot, page) =>
        isAt(snapshot, page, 'unknown') &&
        instance.readFailureOf(snapshot) !== null &&
        !instance.isReading(snapshot),
    },
  },
  submission: {
    ...fromApp('score.changed', 'facts.changed', 'draft.loaded'),
    'flag.typed': {
      events: [
        ...rightFlags.map(draft => ({ type: 'flag.typed', draft }) as const),
        { type: 'flag.typed', draft: ' ' },
      ] as never,
      when: snapshot => !isSubmitting(snapshot),
    },
    'flag.submit': {
      events: [{ type: 'flag.submit' }],
      when: snapshot =>
        !isSubmitting(snapshot) &&
        snapshot.context.draft.trim() !== '' &&
        verdictOf(snapshot) !== 'wait',
    },
  },
  flugzeug: {
    ...fromApp('facts.changed', 'page.entered', 'page.left', 'read.succeeded', 'read.failed'),
    ...fromApp('desktop.connected', 'desktop.ticketRequested', 'focus.left', 'desktop.ended'),
    'flugzeug.start': {
      events: [{ type: 'flugzeug.start' }],
      when: isDesktopAt('noDesktop', 'stopped'),
    },
    'flugzeug.extend': { events: [{ type: 'flugzeug.extend' }], when: isDesktopAt('running') },
    'flugzeug.stop': { events: [{ type: 'flugzeug.stop' }], when: isDesktopAt('running') },
    'flugzeug.retry': {
      events: [{ type: 'flugzeug.retry' }],
      when: (snapshot, page) => isOn(page, 'flugzeug') && statusOf(snapshot) === 'failed',
    },
    'reset.requested': {
      events: [{ type: 'reset.requested' }],
      when: (snapshot, page) =>
        isDesktop(snapshot, page) &&
        desktop.hasDesktop(snapshot) &&
        !desktop.isResetAsked(snapshot),
    },
    'reset.cancelled': { events: [{ type: 'reset.cancelled' }], when: desktop.isResetAsked },
    'flugzeug.reset': {
      events: [{ type: 'flugzeug.reset' }],
      when: (snapshot, page) => isDesktop(snapshot, page) && desktop.isResetAsked(snapshot),
    },
    'desktop.enter': { events: [{ type: 'desktop.enter' }], when: hasFrame },
    'fullscreen.toggle': {
      events: [{ type: 'fullscreen.toggle' }],
      when: hasFrame,
    },
  },
  dialogs: {
    'dialog.open': {
      events: [
        { type: 'dialog.open', dialog: 'vpn' },
        { type: 'dialog.open', dialog: 'discord' },
        { type: 'dialog.open', dialog: 'debug' },
      ],
      when: always,
    },
    'dialog.close': {
      events: [{ type: 'dialog.close' }],
      when: snapshot => openDialog(snapshot) !== null,
    },
  },
  vpn: {
    'vpn.download': {
      events: [{ type: 'vpn.download' }],
      when: isVpnFree,
    },
    'vpn.showCode': {
      events: [{ type: 'vpn.showCode' }],
      when: snapshot => isVpnFree(snapshot) && shownConfig(snapshot) === null,
    },
    'vpn.hideCode': {
      events: [{ type: 'vpn.hideCode' }],
      when: snapshot => shownConfig(snapshot) !== null,
    },
  },
  copy: {
    'copy.requested': {
      events: [{ type: 'copy.requested', id: 'user', text: 'user' }],
      when: always,
    },
  },
  sidebar: {
    'sidebar.filtered': { events: [{ type: 'sidebar.filtered', filter: 'x' }], when: always },
    'sidebar.solvedToggled': { events: [{ type: 'sidebar.solvedToggled' }], when: always },
    'sidebar.groupToggled': {
      events: [{ type: 'sidebar.groupToggled', categorySlug: 'web' }],
      when: snapshot => snapshot.context.filter === '',
    },
    'guide.open': { events: [{ type: 'guide.open', part: 'rules' }], when: always },
    'guide.fold': { events: [{ type: 'guide.fold', part: 'howTo' }], when: always },
  },
  palette: {
    ...fromApp('shortcut.pressed'),
    'palette.open': {
      events: [{ type: 'palette.open' }],
      when: snapshot =>
        !isPaletteOpen(snapshot) && !isOffline(snapshot.context.input.network.getSnapshot()),
    },
    'palette.close': { events: [{ type: 'palette.close' }], when: isPaletteOpen },
    'palette.typed': { events: [{ type: 'palette.typed', query: 'one' }], when: isPaletteOpen },
    'palette.moved': { events: [{ type: 'palette.moved', to: '/' }], when: isPaletteOpen },
    'palette.chosen': {
      events: [{ type: 'palette.chosen', path: '/scoreboard' }],
      when: isPaletteOpen,
    },
  },
  announcements: {
    ...fromApp('facts.changed', 'page.entered', 'page.left', 'resource.refresh', 'marks.loaded'),
    ...fromApp('announcements.arrived', 'page.shown', 'page.hidden'),
    // The pointer and the focus can move at any time.
    ...fromApp('toast.touched', 'toast.released'),
    'toast.dismissed': {
      events: [{ type: 'toast.dismissed' }],
      when: snapshot => toastOf(snapshot) !== undefined,
    },
  },
  reminder: {
    ...fromApp('stats.changed', 'account.changed', 'stop.neared', 'announcements.missed'),
    'notifications.switched': {
      events: [{ type: 'notifications.switched' }],
      when: ({ value: { notifications } }) => notifications === 'on' || notifications === 'off',
    },
  },
}

/** The controls of the machine with this id. */
export const controlsOf = (machineId: string): readonly AnyControl[] =>
  machineId in controls ? offered(controls[machineId as keyof Controls]) : []
