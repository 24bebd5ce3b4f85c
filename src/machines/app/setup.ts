import { type AnyActorRef, assign, enqueueActions, sendTo, setup } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import { offers, sameFacts } from '../../domain/facts.ts'
import { buildMachine } from '../build/machine.ts'
import { phaseOf, selectHas } from '../event/selectors.ts'
import { hasStream } from '../live/selectors.ts'
import type { LocationChanged, Navigate } from '../navigation/events.ts'
import { decide } from '../navigation/guard.ts'
import { rulesOf, samePage } from '../navigation/pages.ts'
import { isLoaded } from '../on-demand.ts'
import { accessTokenOf } from '../session/selectors.ts'
import { unprovidedCallback } from '../unprovided.ts'
import { bootedActors, onePageActors, pageActors, signedInActors, visitorActors } from './actors.ts'
import {
  accountPage,
  accountPageId,
  appChildren,
  type ChildIds,
  challengeId,
  challengePages,
  signedInChildren,
  visitorChildren,
} from './children.ts'
import type { AppContext, AppInput } from './context.ts'
import type { AppEvent, ChildEvent } from './events.ts'
import {
  accountInput,
  challengeInput,
  factsOf,
  type SleepingResource,
  wantedResources,
} from './policy.ts'
import {
  concernsAnnouncements,
  concernsMetadata,
  concernsStops,
  staleAfter,
} from './stale-resources.ts'

/** Sent to actors whose machine is loaded on demand. */
const LOAD = { type: 'machine.load' } as const
const WAKE = { type: 'resource.activate' } as const

export const appSetup = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent | ChildEvent | LocationChanged,
    emitted: {} as { type: 'challenge.completed'; challenge: ChallengeRef },
    input: {} as AppInput,
    children: {} as ChildIds,
  },
  actors: {
    ...pageActors,
    ...bootedActors,
    ...signedInActors,
    ...visitorActors,
    build: buildMachine,
    navigation: unprovidedCallback<Navigate>('navigation'),
    ...onePageActors,
  },
  actions: {
    keepPath: assign(({ event }) =>
      event.type === 'location.changed' ? { path: event.path } : {},
    ),
    keepToken: assign(({ self }) => ({
      accessToken: accessTokenOf(appChildren(self.getSnapshot()).session.getSnapshot()),
    })),
    /** The path to which the user returns after a sign-in. */
    notifySession: sendTo('session', ({ event }) => event),
    /** Computes the facts from the children's data, and sends them to the actors that depend on them. */
    shareFacts: enqueueActions(({ context, enqueue, self }) => {
      const children = signedInChildren(self.getSnapshot())
      if (!children) return
      const facts = factsOf(children)
      const stats = children.stats.getSnapshot().context.data
      if (!sameFacts(facts, context.facts)) {
        enqueue.assign({ facts })
        enqueue.sendTo(children.home, { type: 'facts.changed', facts })
        enqueue.sendTo(children.invitation, { type: 'facts.changed', facts })
        enqueue.sendTo(children.flugzeug, { type: 'facts.changed', facts })
        enqueue.sendTo(children.announcements, { type: 'facts.changed', facts })
        if (offers(facts, 'announcements')) enqueue.sendTo(children.announcements, LOAD)
      }
      if (stats && stats !== context.stats) {
        enqueue.assign({ stats })
        // The live stream says itself when the catalogue has changed.
        if (!hasStream(self.system)) {
          enqueue.sendTo(children.catalogue, { type: 'resource.refresh' })
        }
        enqueue.sendTo(children.reminder, { type: 'stats.changed', stats })
        enqueue.sendTo(children.reminder, LOAD)
        for (const page of Object.values(challengePages(self.getSnapshot()))) {
          enqueue.sendTo(page, { type: 'stats.changed', stats })
        }
      }
    }),
    /** Shows the page of path and facts, or redirects. */
    followPath: enqueueActions(({ context, enqueue, self }) => {
      const snapshot = self.getSnapshot()
      const { session } = appChildren(snapshot)
      const decision = decide(context.path, context.facts, session.getSnapshot().context.returnTo)
      if (decision.kind === 'redirect') {
        enqueue.sendTo('navigation', { type: 'navigate', path: decision.to, replace: true })
        // Without this, an event of a child would redirect again before the browser reports the new path.
        enqueue.assign({ path: decision.to })
      }
      if (decision.kind !== 'show' || samePage(decision.page, context.page)) return
      const pages = challengePages(snapshot)
      const children = signedInChildren(snapshot)
      const left = context.page
      const entered = decision.page
      enqueue.assign({ page: entered })
      if (left?.name === 'challenge') {
        enqueue.sendTo(challengeId(left), { type: 'page.left' })
      }
      if (entered.name === 'challenge') {
        const id = challengeId(entered)
        if (pages[id]) enqueue.sendTo(id, { type: 'page.entered' })
        else {
          enqueue.spawnChild('challenge', { id, input: challengeInput(context, entered, self) })
          enqueue.sendTo(id, LOAD)
        }
      }
      if (left?.name === 'account') enqueue.stopChild(accountPageId(left.accountId))
      if (entered.name === 'account') {
        const { accountId } = entered
        enqueue.spawnChild('account', {
          id: accountPageId(accountId),
          input: accountInput(context, { accountId }),
        })
      }
      const { part } = rulesOf(entered.name)
      if (children && part && part !== 'challenge') enqueue.sendTo(children[part], LOAD)
      if (children && left?.name === 'flugzeug') {
        enqueue.sendTo(children.flugzeug, { type: 'page.left' })
      }
      if (children && left?.name === 'announcements') {
        enqueue.sendTo(children.announcements, { type: 'page.left' })
      }
      if (children && entered.name === 'announcements') {
        enqueue.sendTo(children.announcements, { type: 'page.entered' })
      }
      if (children && left?.name === 'ownTeam') {
        enqueue.sendTo(children.membership, { type: 'page.left' })
      }
      if (children && entered.name === 'flugzeug') {
        enqueue.sendTo(children.flugzeug, { type: 'page.entered' })
      }
      if (entered.name === 'logout') enqueue.sendTo(session, { type: 'session.signOut' })
    }),
    /** Activates the resources that facts and page need, and deactivates the others. */
    syncResources: enqueueActions(({ context, enqueue, self }) => {
      const children = signedInChildren(self.getSnapshot())
      if (!children) return
      const wanted = wantedResources(context.facts, context.page)
      for (const [name, isWanted] of Object.entries(wanted) as [SleepingResource, boolean][]) {
        const ref: AnyActorRef = children[name]
        if (ref.getSnapshot().matches('active') === isWanted) continue
        enqueue.sendTo(ref, { type: isWanted ? 'resource.activate' : 'resource.deactivate' })
      }
    }),
    /** Reads what visitors see: details that the event has, and the scoreboard from the start on. */
    wakeForVisitor: enqueueActions(({ enqueue, self }) => {
      const event = visitorChildren(self.getSnapshot())?.event.getSnapshot()
      if (!event) return
      const phase = phaseOf(event)
      if (selectHas('event')(event)) enqueue.sendTo('eventDetails', WAKE)
      if (phase !== null && phase !== 'upcoming') enqueue.sendTo('publicScoreboard', WAKE)
    }),
    /** Opens the live stream, if the backend has one. */
    enableLive: enqueueActions(({ context, enqueue, self }) => {
      const children = signedInChildren(self.getSnapshot())
      const userId = children?.user.getSnapshot().context.data?.id
      if (!children || userId === undefined || !offers(context.facts, 'live')) return
      const live = children.live.getSnapshot()
      if (isLoaded(live) ? !live.matches('off') : live.isAsked) return
      enqueue.sendTo(children.live, { type: 'live.enable', userId })
      enqueue.sendTo(children.live, LOAD)
    }),
    /** Reads again what has changed. */
    spreadNews: enqueueActions(({ enqueue, event, self }) => {
      const snapshot = self.getSnapshot()
      const children = signedInChildren(snapshot)
      if (!children || event.type !== 'news.came') return
      const { page } = snapshot.context
      const account = page?.name === 'account' ? accountPage(snapshot, page.accountId) : undefined
      const resources = { ...children, account }
      for (const name of staleAfter(event.topic)) {
        const resource: AnyActorRef | undefined = resources[name]
        if (resource) enqueue.sendTo(resource, { type: 'resource.stale' })
      }
      // A hidden page reads them, too, because it notifies the user.
      if (concernsAnnouncements(event.topic)) {
        enqueue.sendTo(children.announcements, { type: 'resource.refresh' })
      }
      if (concernsMetadata(event.topic)) enqueue.sendTo(children.event, { type: 'event.stale' })
      if (concernsStops(event.topic)) {
        enqueue.sendTo(children.reminder, { type: 'account.changed' })
      }
      for (const open of Object.values(challengePages(snapshot))) enqueue.sendTo(open, event)
    }),
    refreshAccount: enqueueActions(({ enqueue, self }) => {
      const children = signedInChildren(self.getSnapshot())
      for (const ref of [children?.user, children?.stats, children?.team]) {
        if (ref) enqueue.sendTo(ref, { type: 'resource.refresh' })
      }
      if (children) enqueue.sendTo(children.reminder, { type: 'account.changed' })
    }),
    /** Opens the page that was chosen in the palette, and closes the dialog over the old one. */
    goTo: enqueueActions(({ event, enqueue }) => {
      if (event.type !== 'page.chosen') return
      enqueue.sendTo('navigation', { type: 'navigate', path: event.path, replace: false })
      enqueue.sendTo('dialogs', { type: 'dialog.close' })
    }),
    retryEvent: sendTo('event', { type: 'event.retry' }),
    stopClosed: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'challenge.closed') return
      const { page } = context
      // Its page may have been entered again meanwhile.
      const isOpen = page?.name === 'challenge' && challengeId(page) === event.id
      if (!isOpen) enqueue.stopChild(event.id)
    }),
    stopPages: enqueueActions(({ context, enqueue, self }) => {
      if (context.page?.name === 'account') {
        enqueue.stopChild(accountPageId(context.page.accountId))
      }
      for (const id of Object.keys(challengePages(self.getSnapshot()))) enqueue.stopChild(id)
    }),
  },
  guards: {
    isConfigured: ({ context }) => context.input.missingKeys.length === 0,
    isReady: ({ context }) => context.facts.isReady,
  },
})
