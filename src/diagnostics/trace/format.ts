import type { AnyActor, AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate'
import { nodesOf, transitionsOf } from '../../../tools/statechart/nodes.ts'
import { isKnownField, isPath, isPathPart, isUrl, mayLeave } from './allowed.ts'
import type { EntryHead, TraceEntry } from './entry.ts'
import type { AnySnapshot, RawEntry, RawStep } from './recorder.ts'

/** Longer lists are cut: a scoreboard may have thousands of entries. */
const MAX_ITEMS = 200
const MAX_DEPTH = 12

/** Types of events are written in the code, except for the ids of actors in XState's own ones. */
const ofActor = /^xstate\.(done\.actor|error\.actor|snapshot)\./

/**
 * Formats entries of a recorder. Only the data that `allowed.ts` lists leaves. Every other text or number
 * becomes a name (`~1`). The same text has the same name in all entries of a formatter. So a reader sees
 * what is equal, and a trace can be replayed.
 *
 * @param maxItems of a list; the others are counted
 */
export function createFormatter(maxItems = MAX_ITEMS) {
  const names = new Map<unknown, string>()
  const pathOfActor = new WeakMap<AnyActorRef, string>()

  function named(value: unknown): string {
    // A trace that is replayed has names already.
    if (typeof value === 'string' && /^~\d+$/.test(value)) return value
    const known = names.get(value)
    if (known) return known
    const name = `~${names.size + 1}`
    names.set(value, name)
    return name
  }

  function nameOfActor(actor: AnyActorRef): string {
    const { id, sessionId, src, _parent } = actor
    if (!_parent) return String((actor as AnyActor).logic.id ?? 'root')
    const isStatic = idsIn(_parent.getSnapshot()).has(id) || id === sessionId
    if (isStatic || id === src) return id
    const parts = id.split(/[:/]/).map(part => (part === src ? part : named(part)))
    return parts.join(':')
  }

  function actorPath(actor: AnyActorRef): string {
    const known = pathOfActor.get(actor)
    if (known !== undefined) return known
    const { _parent: parent } = actor
    const path = parent ? `${actorPath(parent)}/${nameOfActor(actor)}` : nameOfActor(actor)
    pathOfActor.set(actor, path)
    return path
  }

  function typeOf(type: string, source: AnyActorRef | undefined): string {
    const [prefix] = ofActor.exec(type) ?? []
    if (!prefix) return type
    return prefix + (source ? nameOfActor(source) : named(type.slice(prefix.length)))
  }

  const stepOf = ({ event, taken, value }: RawStep, entry: RawEntry) => ({
    event: typeOf(event.type, event === entry.event ? entry.source : undefined),
    taken: taken.map(transitionKey),
    value,
  })

  function path(text: string): string {
    const [, parts = '', rest = ''] = /^([^?#]*)([?#].*)?$/s.exec(text) ?? []
    const shown = parts.split('/').map(part => (isPathPart(part) ? part : named(decoded(part))))
    return shown.join('/') + (rest && `?${named(rest)}`)
  }

  /** Machines compare addresses without what stands after the `#`, and ask whether they are web pages. */
  function url(text: string): string {
    const [, scheme = '', address = '', rest] =
      /^(https?:\/\/)?([^#]*)(?:#(.*))?$/is.exec(text) ?? []
    if (!scheme) return named(text)
    return scheme + named(address) + (rest === undefined ? '' : `#${named(rest)}`)
  }

  function copy(value: unknown, field: string, depth: number): unknown {
    if (typeof value === 'string') {
      // For machines, a blank text is the same as none.
      if (value.trim() === '') return value && ' '
      if (isUrl(field)) return url(value)
      if (isPath(field)) return path(value)
      return mayLeave(field, value) ? value : named(value)
    }
    if (typeof value === 'number') return mayLeave(field, value) ? value : named(value)
    if (typeof value === 'boolean' || value === null || value === undefined) return value
    if (typeof value !== 'object') return `[${typeof value}]`
    if (depth > MAX_DEPTH) return '[deep]'
    return copyObject(value, field, depth + 1)
  }

  function copyObject(value: object, field: string, depth: number): unknown {
    if ('sessionId' in value && 'send' in value) return { actor: actorPath(value as AnyActorRef) }
    if ('machine' in value && '_nodes' in value) {
      const { status, value: state, context } = value as AnyMachineSnapshot
      return { status, value: state, context: copy(context, '', depth) }
    }
    if (Array.isArray(value)) {
      const shown = value.slice(0, maxItems).map(item => copy(item, field, depth))
      return value.length > maxItems ? [...shown, { more: value.length - maxItems }] : shown
    }
    if (value instanceof Error) return copyError(value, depth)
    const prototype = Object.getPrototypeOf(value)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return '[object]'
    return fields(value, depth)
  }

  const copyError = (error: Error, depth: number) => ({
    isError: true,
    code: copy('code' in error ? error.code : undefined, 'code', depth),
    message: named(error.message),
  })

  const fields = (value: object, depth: number) =>
    Object.fromEntries(
      Object.entries(value).map(([name, inner]) =>
        isKnownField(name)
          ? [name, copy(inner, name, depth)]
          : [named(name), copy(inner, '', depth)],
      ),
    )

  /** What may be known without the contents: it costs little, so each entry can have it. */
  function head(entry: RawEntry): EntryHead {
    const { n, time, actor, source, event, steps, after } = entry
    const machine = machineOf(after)
    return {
      n,
      time,
      actor: actorPath(actor),
      ...(source && { source: actorPath(source) }),
      ...(machine && { machine: machine.id }),
      type: typeOf(event.type, source),
      microsteps: steps.map(step => stepOf(step, entry)),
      ...(machine && { value: after?.value }),
      status: after?.status ?? 'waiting',
    }
  }

  /** Everything in it that may leave. */
  function full(entry: RawEntry): TraceEntry {
    const { type, ...payload } = entry.event
    const shown = head(entry)
    const changed = changedIn(entry.before, entry.after)
    return {
      ...shown,
      event: { type: shown.type, ...(fields(payload, 0) as object) },
      ...(changed && { changed: fields(changed, 0) }),
    }
  }

  return { head, full, actorPath, snapshot: (value: AnySnapshot) => copy(value, '', 0) }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const machineOf = (snapshot: AnySnapshot | undefined) =>
  snapshot && 'machine' in snapshot ? (snapshot as AnyMachineSnapshot).machine : undefined

/** The ids of a machine's children that are written in its code. */
const idsOfMachine = new WeakMap<object, ReadonlySet<string>>()

function idsIn(snapshot: AnySnapshot): ReadonlySet<string> {
  const machine = machineOf(snapshot)
  if (!machine) return new Set()
  const known = idsOfMachine.get(machine)
  if (known) return known
  const ids = new Set([...nodesOf(machine.root)].flatMap(node => node.invoke.map(({ id }) => id)))
  idsOfMachine.set(machine, ids)
  return ids
}

const keys = new WeakMap<AnyTransitionDefinition, string>()

function transitionKey(taken: AnyTransitionDefinition): string {
  const known = keys.get(taken)
  if (known !== undefined) return known
  for (const { definition, key } of transitionsOf(taken.source)) keys.set(definition, key)
  return keys.get(taken) ?? ''
}

/** The fields of the context that have changed; at the start, all of them. */
function changedIn(before: AnySnapshot | undefined, after: AnySnapshot | undefined) {
  const old = contextOf(before)
  const now = contextOf(after)
  if (!now || now === old) return undefined
  const changed = Object.entries(now).filter(([name, value]) => old?.[name] !== value)
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

const contextOf = (snapshot: AnySnapshot | undefined) =>
  snapshot && 'context' in snapshot
    ? (snapshot.context as Readonly<Record<string, unknown>>)
    : undefined
