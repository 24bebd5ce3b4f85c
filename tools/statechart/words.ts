import type { AnyStateNode } from 'xstate'
import type { Transition } from './nodes.ts'

/** The path of a state; of the machine itself its name. */
export const nameOf = (node: AnyStateNode) => node.path.join('.') || node.key

/** The event of a transition as its source names it: `fetch is done`, `after 2000`, `always`. */
export function eventInWords({ source, eventType, definition }: Transition): string {
  if (eventType === '') return 'always'
  if (eventType.startsWith('xstate.after.')) return `after ${definition.delay}`
  const [, kind, id = ''] =
    /^xstate\.(done\.actor|error\.actor|snapshot)\.(.*)$/.exec(eventType) ?? []
  if (!kind) return eventType.replace('xstate.', '')
  const src = source.invoke.find(one => one.id === id)?.src
  // XState generates a source for an inline actor. Its id says more.
  const name = typeof src === 'string' && !src.startsWith('xstate.') ? src : id
  return `${name} ${verbs[kind]}`
}

const verbs: Record<string, string> = {
  'done.actor': 'is done',
  'error.actor': 'fails',
  snapshot: 'changes',
}

/** The guard of a transition: its name, or its source if it has no name; empty without a guard. */
export const guardInWords = ({ definition }: Transition): string => inWords(definition.guard)

/** Whether a guard, and each of those that it is made of, says by its name what it asks. */
export const hasNamedGuard = ({ definition }: Transition): boolean => isNamed(definition.guard)

function isNamed(guard: unknown): boolean {
  if (typeof guard === 'object' && guard !== null && 'type' in guard) return isNamed(guard.type)
  if (typeof guard !== 'function') return true
  if ('guards' in guard && Array.isArray(guard.guards)) return guard.guards.every(isNamed)
  return 'check' in guard || nameOfFunction(guard) !== ''
}

/** The actions of a transition, in their order. */
export const actionsInWords = ({ definition }: Transition): readonly string[] =>
  definition.actions.map(inWords)

/** The entry or exit actions of a state, without those with which XState begins and ends a delay. */
export const ownActionsInWords = (
  { after }: AnyStateNode,
  actions: AnyStateNode['entry'],
): readonly string[] =>
  actions.map(inWords).filter(name => after.length === 0 || !['raise', 'cancel'].includes(name))

function inWords(what: unknown): string {
  if (what === undefined || what === null) return ''
  if (typeof what === 'string') return what
  if (typeof what === 'function') return functionInWords(what)
  if (typeof what !== 'object' || !('type' in what)) return ''
  const params = 'params' in what && typeof what.params !== 'function' ? what.params : undefined
  const name = typeof what.type === 'function' ? functionInWords(what.type) : String(what.type)
  return params === undefined ? name : `${name}(${paramsInWords(params)})`
}

const paramsInWords = (params: unknown) =>
  typeof params === 'object' && params !== null ? Object.values(params).join(', ') : String(params)

/** A function that stands in a configuration has the name of its key, which says nothing. */
const nameOfFunction = (what: object) => {
  const name = 'name' in what ? String(what.name) : ''
  return ['guard', 'actions', 'params', 'type'].includes(name) ? '' : name
}

const joints: Record<string, string> = { checkAnd: ' and ', checkOr: ' or ', checkNot: '' }

function functionInWords(what: object): string {
  if ('type' in what && typeof what.type === 'string') return what.type.replace('xstate.', '')
  if (!('check' in what) || typeof what.check !== 'function') {
    // Type stripping leaves blanks.
    return nameOfFunction(what) || String(what).replace(/\s+/g, ' ').replaceAll(' )', ')')
  }
  if ('guards' in what && Array.isArray(what.guards)) {
    const prefix = what.check.name === 'checkNot' ? 'not ' : ''
    return prefix + what.guards.map(inWords).join(joints[what.check.name])
  }
  return 'stateValue' in what
    ? `in ${JSON.stringify(what.stateValue).replaceAll('"', '')}`
    : 'guard'
}
