import { isDeepStrictEqual } from 'node:util'

/** A message. */
interface Message {
  readonly type: string
  readonly [field: string]: unknown
}

/** One thing that a machine does to others, as they see it. */
export type Sight =
  /** It makes a call. */
  | { readonly does: 'asks'; readonly what: string; readonly input: unknown }
  /** It cancels a call that has no answer yet. */
  | { readonly does: 'drops'; readonly what: string }
  /** It starts an actor that lives on: a resource, a stream, a store. */
  | { readonly does: 'starts'; readonly what: string; readonly input: unknown }
  | { readonly does: 'ends'; readonly what: string }
  /** It sends a message to its parent or to an actor. */
  | { readonly does: 'tells'; readonly what: string; readonly event: Message }
  | { readonly does: 'emits'; readonly event: Message }
  /** It does something at once that has no answer: an action that the wiring provides. */
  | { readonly does: 'acts'; readonly what: string }

/** With the time by the device's clock, in milliseconds since the epoch. */
export type TimedSight = Sight & { readonly at: number }

export const asks = (what: string, input?: unknown): Sight => ({ does: 'asks', what, input })
export const drops = (what: string): Sight => ({ does: 'drops', what })
/** Only the given parts of the input count, without clocks and neighbours. */
export const starts = (what: string, input?: unknown): Sight => ({ does: 'starts', what, input })
export const ends = (what: string): Sight => ({ does: 'ends', what })
export const tells = (what: string, event: Message | string): Sight => ({
  does: 'tells',
  what,
  event: typeof event === 'string' ? { type: event } : event,
})
export const emits = (event: Message): Sight => ({ does: 'emits', event })
export const acts = (what: string): Sight => ({ does: 'acts', what })

export function isSame(expected: Sight, found: Sight): boolean {
  if (expected.does === 'starts' && found.does === 'starts') {
    return expected.what === found.what && isPartOf(expected.input, found.input)
  }
  const { at: _, ...bare } = found as TimedSight
  return isDeepStrictEqual(expected, bare)
}

const isPartOf = (part: unknown, whole: unknown): boolean =>
  part === undefined ||
  Object.entries(part as object).every(([name, value]) =>
    isDeepStrictEqual(value, (whole as Record<string, unknown> | undefined)?.[name]),
  )

/** Whether the input has no clocks and neighbours. */
const isPlain = (input: unknown) =>
  !Object.values(input ?? {}).some(
    value => typeof value === 'function' || (typeof value === 'object' && value && 'send' in value),
  )

/** A sight in words: `asks startInstance {"challenge":…}`. */
export function describeSight(sight: Sight): string {
  if (sight.does === 'emits') return `emits ${JSON.stringify(sight.event)}`
  if (sight.does === 'tells') return `tells ${sight.what} ${JSON.stringify(sight.event)}`
  const hasInput = 'input' in sight && sight.input !== undefined && isPlain(sight.input)
  const input = hasInput ? ` ${JSON.stringify(sight.input)}` : ''
  return `${sight.does} ${sight.what}${input}`
}
