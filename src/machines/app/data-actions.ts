import type { AnyActorRef } from 'xstate'
import { hasExtension } from '../../domain/extensions.ts'
import { sameFacts } from '../../domain/facts.ts'
import { phaseOf, selectHas } from '../event/selectors.ts'
import { hasStream } from '../live/selectors.ts'
import { isLoaded, LOAD } from '../on-demand.ts'
import { appBase } from './base.ts'
import { accountPage, challengePages, signedInChildren, visitorChildren } from './children.ts'
import { factsOf } from './facts.ts'
import {
  concernsAnnouncements,
  concernsMetadata,
  concernsStops,
  staleAfter,
} from './stale-resources.ts'

const WAKE = { type: 'resource.activate' } as const

/** Reads data, and shares it with the actors that depend on it. */
export const dataActions = {
  /** Computes the facts from the children's data, and sends them to the actors that depend on them. */
  shareFacts: appBase.enqueueActions(({ context, enqueue, self }) => {
    const snapshot = self.getSnapshot()
    const children = signedInChildren(snapshot)
    if (!children) return
    const open = challengePages(snapshot)
    const facts = factsOf(children)
    const stats = children.stats.getSnapshot().context.data
    if (!sameFacts(facts, context.facts)) {
      enqueue.assign({ facts })
      const { home, invitation, flugzeug, announcements } = children
      for (const actor of [home, invitation, flugzeug, announcements, ...open])
        enqueue.sendTo(actor, { type: 'facts.changed', facts })
      if (hasExtension(facts, 'announcements')) enqueue.sendTo(announcements, LOAD)
    }
    if (stats && stats !== context.stats) {
      enqueue.assign({ stats })
      // The live stream says itself when the catalogue has changed.
      if (!hasStream(self.system)) {
        enqueue.sendTo(children.catalogue, { type: 'resource.refresh' })
      }
      for (const actor of [children.reminder, ...open])
        enqueue.sendTo(actor, { type: 'stats.changed', stats })
      enqueue.sendTo(children.reminder, LOAD)
    }
  }),
  /** Reads what visitors see: details that the event has, and the scoreboard from the start on. */
  wakeForVisitor: appBase.enqueueActions(({ enqueue, self }) => {
    const children = visitorChildren(self.getSnapshot())
    if (!children) return
    const event = children.event.getSnapshot()
    const phase = phaseOf(event)
    const board = children.publicScoreboard.getSnapshot().context.data
    if (selectHas('event')(event)) enqueue.sendTo('eventDetails', WAKE)
    if (phase !== null && phase !== 'upcoming') enqueue.sendTo('publicScoreboard', WAKE)
    // The end opens a frozen board.
    if (typeof board === 'object' && board.frozenSince && phase !== 'running')
      enqueue.sendTo('publicScoreboard', { type: 'resource.stale' })
  }),
  /** Opens the live stream, if the backend has one. */
  enableLive: appBase.enqueueActions(({ context, enqueue, self }) => {
    const children = signedInChildren(self.getSnapshot())
    const userId = children?.user.getSnapshot().context.data?.id
    if (!children || userId === undefined || !hasExtension(context.facts, 'live')) return
    const live = children.live.getSnapshot()
    if (isLoaded(live) ? !live.matches('off') : live.isAsked) return
    enqueue.sendTo(children.live, { type: 'live.enable', userId })
    enqueue.sendTo(children.live, LOAD)
  }),
  /** Reads again what has changed. */
  spreadNews: appBase.enqueueActions(({ enqueue, event, self }) => {
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
    for (const open of challengePages(snapshot)) enqueue.sendTo(open, event)
  }),
  refreshAccount: appBase.enqueueActions(({ enqueue, self }) => {
    const children = signedInChildren(self.getSnapshot())
    for (const ref of [children?.user, children?.stats, children?.team]) {
      if (ref) enqueue.sendTo(ref, { type: 'resource.refresh' })
    }
    if (children) enqueue.sendTo(children.reminder, { type: 'account.changed' })
  }),
  retryEvent: appBase.sendTo('event', { type: 'event.retry' }),
}
