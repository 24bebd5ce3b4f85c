import type { EntryHead, Microstep } from '../diagnostics/trace/entry.ts'
import { nameIn, stateText } from './words.ts'

export interface Actor {
  /** Unique among all pages. */
  readonly key: string
  readonly page: string
  readonly path: string
  readonly name: string
  /** The key of its parent; null: it is a root. */
  readonly parent: string | null
  /** The id of its machine; empty if the actor is not a machine. */
  readonly machine: string
  readonly value: unknown
  readonly state: string
  /** The steps of the last event that took a transition, in order. */
  readonly lastSteps: readonly Microstep[]
}

export type Actors = ReadonlyMap<string, Actor>

/** An event as it came from a page. */
export interface PageEntry extends EntryHead {
  readonly page: string
}

export const actorKey = (page: string, path: string) => `${page} ${path}`

export const stepsOf = ({ microsteps }: EntryHead) =>
  microsteps.filter(step => step.taken.length > 0)

/** Changes the actors as the event did. */
export function follow(actors: Map<string, Actor>, entry: PageEntry) {
  const { page, actor: path, machine = '', value, status, type } = entry
  const key = actorKey(page, path)
  const isWithin = (one: Actor) => one.key === key || one.key.startsWith(`${key}/`)
  if (status !== 'active' && status !== 'waiting') return forget(actors, isWithin)
  // An actor that is invoked again is a new one with the same path.
  if (type === 'xstate.init') forget(actors, isWithin)
  keepParents(actors, page, path)
  const before = actors.get(key)
  const parts = path.split('/')
  const name = parts.pop() ?? path
  const steps = stepsOf(entry)
  actors.set(key, {
    key,
    page,
    path,
    name,
    machine: machine || (before?.machine ?? ''),
    parent: parts.length > 0 ? actorKey(page, parts.join('/')) : null,
    value: value ?? before?.value,
    state: stateText(value ?? before?.value ?? ''),
    lastSteps: steps.length > 0 ? steps : (before?.lastSteps ?? []),
  })
}

export function forget(actors: Map<string, Actor>, isGone: (actor: Actor) => boolean) {
  for (const actor of [...actors.values()]) if (isGone(actor)) actors.delete(actor.key)
}

/** A trace that begins in the middle does not say how the parents began. */
function keepParents(actors: Map<string, Actor>, page: string, path: string) {
  const parts = path.split('/').slice(0, -1)
  const above = parts.map((_, at) => parts.slice(0, at + 1).join('/'))
  for (const one of above) {
    const key = actorKey(page, one)
    if (actors.has(key)) continue
    const parent = one.includes('/') ? actorKey(page, one.slice(0, one.lastIndexOf('/'))) : null
    actors.set(key, {
      key,
      page,
      path: one,
      name: nameIn(one),
      parent,
      machine: '',
      value: undefined,
      state: '',
      lastSteps: [],
    })
  }
}
