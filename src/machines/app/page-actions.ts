import type { AnyActorRef } from 'xstate'
import { decide } from '../navigation/guard.ts'
import { samePage } from '../navigation/pages.ts'
import { LOAD } from '../on-demand.ts'
import { appBase } from './base.ts'
import {
  accountPageId,
  appChildren,
  challengeId,
  challengePages,
  partActor,
  signedInChildren,
} from './children.ts'
import { accountInput, challengeInput } from './inputs.ts'
import { type SleepingResource, wantedResources } from './wanted-resources.ts'

/** Opens and leaves pages, with their actors and resources. */
export const pageActions = {
  /** Shows the page of path and facts, or redirects. */
  followPath: appBase.enqueueActions(({ context, enqueue, self }) => {
    const snapshot = self.getSnapshot()
    const { session } = appChildren(snapshot)
    const decision = decide(context.path, context.facts, session.getSnapshot().context.returnTo)
    if (decision.kind === 'redirect') {
      enqueue.sendTo('navigation', { type: 'navigate', path: decision.to, replace: true })
      // Without this, an event of a child would redirect again before the browser reports the new path.
      enqueue.assign({ path: decision.to })
    }
    if (decision.kind !== 'show' || samePage(decision.page, context.page)) return
    const { page: left } = context
    const { page: entered } = decision
    enqueue.assign({ page: entered })
    const before = left && partActor(snapshot, left)
    if (before) enqueue.sendTo(before, { type: 'page.left' })
    if (left) {
      // The browser's way back also leaves a page that is under a dialog.
      enqueue.sendTo('dialogs', { type: 'dialog.close' })
      enqueue.sendTo('palette', { type: 'palette.close' })
    }
    if (left?.name === 'account') enqueue.stopChild(accountPageId(left.accountId))
    const after = partActor(snapshot, entered)
    if (after) {
      enqueue.sendTo(after, LOAD)
      enqueue.sendTo(after, { type: 'page.entered' })
    }
    if (entered.name === 'challenge' && !after) {
      const id = challengeId(entered)
      enqueue.spawnChild('challenge', { id, input: challengeInput(context, entered, self) })
      enqueue.sendTo(id, LOAD)
    }
    if (entered.name === 'account') {
      const { accountId } = entered
      enqueue.spawnChild('account', {
        id: accountPageId(accountId),
        input: accountInput(context, { accountId }),
      })
    }
    if (entered.name === 'logout') enqueue.sendTo(session, { type: 'session.signOut' })
  }),
  /** Activates the resources that facts and page need, and deactivates the others. */
  syncResources: appBase.enqueueActions(({ context, enqueue, self }) => {
    const children = signedInChildren(self.getSnapshot())
    if (!children) return
    const wanted = wantedResources(context.facts, context.page)
    for (const [name, isWanted] of Object.entries(wanted) as [SleepingResource, boolean][]) {
      const ref: AnyActorRef = children[name]
      if (ref.getSnapshot().matches('active') === isWanted) continue
      enqueue.sendTo(ref, { type: isWanted ? 'resource.activate' : 'resource.deactivate' })
    }
  }),
  /** Opens the page that the user chose, and closes the dialog over the old one. */
  goTo: appBase.enqueueActions(({ event, enqueue }) => {
    if (event.type !== 'page.chosen') return
    enqueue.sendTo('navigation', { type: 'navigate', path: event.path, replace: false })
    enqueue.sendTo('dialogs', { type: 'dialog.close' })
  }),
  stopClosed: appBase.enqueueActions(({ context, event, enqueue }) => {
    if (event.type !== 'challenge.closed') return
    const { page } = context
    // Its page may have been entered again meanwhile.
    const isOpen = page?.name === 'challenge' && challengeId(page) === event.id
    if (!isOpen) enqueue.stopChild(event.id)
  }),
  stopPages: appBase.enqueueActions(({ context, enqueue, self }) => {
    if (context.page?.name === 'account') {
      enqueue.stopChild(accountPageId(context.page.accountId))
    }
    for (const { id } of challengePages(self.getSnapshot())) enqueue.stopChild(id)
  }),
}
