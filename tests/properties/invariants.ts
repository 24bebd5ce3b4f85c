import type { AnyActorRef, AnyMachineSnapshot, AnyStateNode } from 'xstate'
import { notTaken } from './control.ts'
import { controlsOf } from './controls.ts'
import { isChange } from './wired.ts'
import type { World } from './world.ts'

/** All running machines, the root first. */
export function* machinesOf(actor: AnyActorRef): Generator<[AnyActorRef, AnyMachineSnapshot]> {
  const snapshot = actor.getSnapshot()
  if (snapshot?.status !== 'active' || !('machine' in snapshot)) return
  yield [actor, snapshot]
  for (const child of Object.values<AnyActorRef | undefined>(snapshot.children)) {
    if (child) yield* machinesOf(child)
  }
}

/** What is broken now; empty: nothing. */
export function broken(world: World): readonly string[] {
  const { page } = world.app.getSnapshot().context
  return [
    ...world.problems,
    ...doubleChanges(world),
    ...(world.shownAccepted() > world.server.accepted.length
      ? ['an accepted flag was shown as accepted twice']
      : []),
    ...[...machinesOf(world.app)].flatMap(([, snapshot]) => [
      ...deadEnds(snapshot),
      ...notTaken(snapshot, controlsOf(snapshot.machine.id), page),
    ]),
  ]
}

/** Changes of one kind that are in flight twice for one challenge, or twice at all for kinds without a challenge. */
function doubleChanges({ flights }: World): string[] {
  const counts = new Map<string, number>()
  for (const { call, input } of flights) {
    if (!isChange(call)) continue
    const challenge = challengeIn(input)
    const key = `${call} ${JSON.stringify(challenge)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 1).map(([key]) => `in flight twice: ${key}`)
}

const challengeIn = (input: unknown) =>
  typeof input === 'object' && input !== null && 'challenge' in input ? input.challenge : null

/**
 * States that nothing can end: no event that leads elsewhere, no timer, no actor that lives, neither
 * of their own nor of a state around them. Each parallel state is checked by itself. A region
 * without states, which only has an actor, is not one of them.
 */
export function deadEnds(snapshot: AnyMachineSnapshot): string[] {
  const isWayOut = (node: AnyStateNode) =>
    // It is taken as soon as the data of its guard changes.
    (node.always?.length ?? 0) > 0 ||
    [...node.transitions].some(([type, transitions]) => {
      if (transitions.every(({ target }) => target === undefined)) return false
      const child = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type)?.[1]
      if (child !== undefined) return snapshot.children[child]?.getSnapshot().status === 'active'
      return true
    })
  const hasWayOut = (node: AnyStateNode | undefined): boolean =>
    node !== undefined && (isWayOut(node) || hasWayOut(node.parent))
  return snapshot._nodes
    .filter(node => node.type === 'atomic' && node.parent?.type !== 'parallel' && !hasWayOut(node))
    .map(node => `no way out of ${node.id}`)
}
