import type { AnyActorRef, AnyMachineSnapshot, EventObject } from 'xstate'
import type { World } from './world.ts'

/** All running machines, the root first. */
function* machinesOf(actor: AnyActorRef): Generator<[AnyActorRef, AnyMachineSnapshot]> {
  const snapshot = actor.getSnapshot()
  if (snapshot?.status !== 'active' || !('machine' in snapshot)) return
  yield [actor, snapshot]
  for (const child of Object.values<AnyActorRef | undefined>(snapshot.children)) {
    if (child) yield* machinesOf(child)
  }
}

/** What is broken now; empty while all is well. */
export function broken(world: World): readonly string[] {
  return [
    ...world.problems,
    ...doubleChanges(world),
    ...(world.shownAccepted() > world.server.accepted.length
      ? ['an accepted flag was shown as accepted twice']
      : []),
    ...[...machinesOf(world.app)].flatMap(([, snapshot]) => [
      ...deadEnds(snapshot),
      ...unheard(snapshot),
    ]),
  ]
}

/** At most one change of a kind in flight for one challenge; and of any other kind, one at all. */
function doubleChanges({ flights, server }: World): string[] {
  const counts = new Map<string, number>()
  for (const { call, input } of flights) {
    if (!server.isChange(call)) continue
    const challenge =
      call === 'submitFlag' ? (input as { challenge: unknown }).challenge : challengeIn(input)
    const key = `${call} ${JSON.stringify(challenge)}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > 1).map(([key]) => `in flight twice: ${key}`)
}

const challengeIn = (input: unknown) =>
  typeof input === 'object' && input !== null && 'challengeSlug' in input ? input : null

/** A state that nothing can end: no event, no timer, no actor that lives. */
function deadEnds(snapshot: AnyMachineSnapshot): string[] {
  const hasWayOut = snapshot._nodes.some(node =>
    [...node.transitions.keys()].some(type => {
      const child = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(type)?.[1]
      if (child !== undefined) return snapshot.children[child]?.getSnapshot().status === 'active'
      return true
    }),
  )
  return hasWayOut ? [] : [`no way out of ${snapshot.machine.id} ${JSON.stringify(snapshot.value)}`]
}

/** What a view offers in a state, whatever guards say: its machine must take it. */
const offers: Record<string, (snapshot: AnyMachineSnapshot) => readonly EventObject[]> = {
  session: snapshot => (snapshot.matches('retryLogin') ? [{ type: 'session.retry' }] : []),
  home: snapshot => {
    if (snapshot.hasTag('changing') || snapshot.hasTag('settling')) return []
    if (snapshot.matches('team')) {
      return [
        { type: 'token.typed', token: 'x' } as EventObject,
        { type: 'teamName.typed', teamName: 'x' } as EventObject,
        { type: 'team.join' },
        { type: 'team.create' },
      ]
    }
    return snapshot.matches({ scoreGroup: { open: 'choosing' } })
      ? [
          { type: 'group.chosen', slug: 'open' } as EventObject,
          { type: 'password.typed', password: 'x' } as EventObject,
        ]
      : []
  },
  submission: snapshot =>
    snapshot.hasTag('changing') ? [] : [{ type: 'flag.typed', draft: 'x' } as EventObject],
  instance: snapshot => {
    if (snapshot.matches({ environment: { running: 'idle' } })) {
      return [{ type: 'instance.extend' }, { type: 'instance.stop' }]
    }
    return snapshot.matches({ environment: { starting: 'idle' } })
      ? [{ type: 'instance.abort' }]
      : []
  },
  membership: snapshot =>
    snapshot.matches('asking') ? [{ type: 'leave.confirmed' }, { type: 'leave.cancelled' }] : [],
  dialogs: snapshot => (snapshot.matches('closed') ? [] : [{ type: 'dialog.close' }]),
  copy: () => [{ type: 'copy.requested', id: 'x', text: 'x' } as EventObject],
  sidebar: () => [{ type: 'sidebar.solvedToggled' }],
  scheme: () => [{ type: 'scheme.changed', scheme: 'dark' } as EventObject],
}

function unheard(snapshot: AnyMachineSnapshot): string[] {
  const offered = offers[snapshot.machine.id]?.(snapshot) ?? []
  return offered
    .filter(event => snapshot.machine.getTransitionData(snapshot, event).length === 0)
    .map(
      ({ type }) => `${snapshot.machine.id} ignores ${type} in ${JSON.stringify(snapshot.value)}`,
    )
}
