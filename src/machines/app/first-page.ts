import { type AnyActorRef, waitFor } from 'xstate'
import { hasExtension } from '../../domain/extensions.ts'
import { isLoaded, machineState } from '../on-demand.ts'
import type { ResourceSnapshot } from '../resource/machine.ts'
import { isLoading } from '../resource/selectors.ts'
import { partActor, signedInChildren } from './children.ts'
import type { AppRef } from './machine.ts'
import { isReady } from './selectors.ts'

/** The early script asks for these, beside what makes the app ready. */
const askedEarly = ['catalogue', 'flugzeugEnabled', 'scoreboard', 'solveTimes'] as const

const isSettled = (snapshot: ResourceSnapshot<unknown>) =>
  snapshot.matches('dormant') || !isLoading(snapshot)

/**
 * Resolves when the first page can be drawn with its data. Drawing a part of it later would cost a slow
 * processor a second render and layout. Failures count as answers. Rejects if the user is signed out meanwhile.
 */
export async function untilFirstPage(app: AppRef): Promise<void> {
  const snapshot = await waitFor(app, isReady)
  const { page } = snapshot.context
  const children = signedInChildren(snapshot)
  const resources: readonly AnyActorRef[] = children ? askedEarly.map(name => children[name]) : []
  const actor = page && partActor(snapshot, page)
  await Promise.all([
    ...resources.map(ref => waitFor(ref, isSettled)),
    actor && waitFor(actor, one => machineState(one) !== 'loading'),
  ])
}

/**
 * Resolves when the announcements are there, if there are any: a rendered page shows them, and they must not disappear
 * for a moment. Failures count as answers.
 */
export async function untilAnnouncements(app: AppRef): Promise<void> {
  const snapshot = await waitFor(app, isReady)
  const children = signedInChildren(snapshot)
  if (!children || !hasExtension(snapshot.context.facts, 'announcements')) return
  await waitFor(children.announcements, one => {
    if (!isLoaded(one)) return machineState(one) === 'failed'
    const list: AnyActorRef | undefined = one.children.list
    return list !== undefined && isSettled(list.getSnapshot())
  })
}
