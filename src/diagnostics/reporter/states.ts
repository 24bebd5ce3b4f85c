import type { AnyActorRef } from 'xstate'

/** The state of each machine below an actor, by its path of ids. No data, no secrets. */
export function statesOf(actor: AnyActorRef, path = 'app'): Record<string, unknown> {
  const { value, children = {} } = actor.getSnapshot()
  const own = value === undefined ? {} : { [path]: value }
  const below = Object.entries(children as Record<string, AnyActorRef | undefined>).map(
    ([id, child]) => (child ? statesOf(child, `${path}/${id}`) : {}),
  )
  return Object.assign(own, ...below)
}
