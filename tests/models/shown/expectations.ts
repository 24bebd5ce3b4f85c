import type { AnyStateMachine, StateValueFrom } from 'xstate'

type KeysOf<V> = V extends object ? keyof V & string : never
type Inner<V> = V extends object
  ? { [K in keyof V & string]: `${K}.${LeafOf<NonNullable<V[K]>>}` }[keyof V & string]
  : never

/** The innermost states, as paths: `authenticated.renewing`. */
type LeafOf<V> = Exclude<Extract<V, string>, KeysOf<V>> | Inner<V>

/**
 * What the view shows in a state: texts. Texts with `!` are not shown. A state that is
 * left at once is never seen. If the view does not distinguish a state, nothing is expected of it.
 */
type Expectation = 'left at once' | readonly string[]

/** One for each state of a machine. A new state does not compile without an expectation. */
export type Expectations<M extends AnyStateMachine> = {
  readonly [K in LeafOf<StateValueFrom<M>>]: Expectation
}

/** The expectations of any machine, without its types. */
export type AnyExpectations = Readonly<Record<string, Expectation>>

/** States that are expected to be seen. */
export const expectedStates = (expectations: AnyExpectations) =>
  Object.keys(expectations).filter(leaf => expectations[leaf] !== 'left at once')

/** `{ open: 'idle' }`: `open.idle`, for each region. */
export function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return Object.entries(value as object).flatMap(([key, inner]) =>
    leavesOf(inner).map(leaf => `${key}.${leaf}`),
  )
}

/** @returns what `text` has or lacks, against what is expected in this state; null: nothing */
export function differenceIn(
  expectations: AnyExpectations,
  leaf: string,
  text: string,
): string | null {
  const expectation = expectations[leaf]
  if (!expectation || expectation === 'left at once') return 'nobody expects this state'
  const wrong = expectation.find(one => {
    const isForbidden = one.startsWith('!')
    return text.includes(isForbidden ? one.slice(1) : one) === isForbidden
  })
  return wrong === undefined ? null : `the view shows\n  ${text}\nbut: ${wrong}`
}

/**
 * What a reader sees: no text of closed dialogs, and only the visible one of a button's two texts.
 * Buttons are in brackets, with dots if they cannot be pressed: `[Start]`, `[Stopping…...]`.
 * It runs in a browser's page, too, so it uses nothing from outside.
 */
export function shownText(root: Element): string {
  const copy = root.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('dialog:not([open]), [aria-hidden="true"]')) {
    hidden.remove()
  }
  for (const button of copy.querySelectorAll('button')) {
    const isInert = button.getAttribute('aria-disabled') === 'true'
    button.textContent = `[${button.textContent}${isInert ? '...' : ''}]`
  }
  return copy.textContent ?? ''
}
