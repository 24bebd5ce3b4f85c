import { userEvent } from '@testing-library/user-event'
import type { AnyStateMachine, EventFromLogic, EventObject } from 'xstate'
import type { Page } from '../../src/machines/navigation/pages.ts'
import type { AnyControl } from '../properties/control.ts'
import type { ActorUnderTest, Stimulus } from './harness/actor-under-test.ts'

/** What a user can do to a view. Each of these throws if there is no such control, or if it is inert. */
export interface User {
  press(button: string): Promise<void>
  /** Presses a button of the open dialog. */
  confirm(button: string): Promise<void>
  /** Opens the details with this summary. */
  unfold(summary: string): Promise<void>
  follow(link: string): Promise<void>
  choose(radio: string): Promise<void>
  type(field: string, text: string): Promise<void>
}

/**
 * How a user brings about each event of a machine; 'from app' for the others. A new
 * event does not compile without a decision.
 */
export type UserEvents<M extends AnyStateMachine> = {
  readonly [T in EventFromLogic<M>['type']]:
    | 'from app'
    | ((user: User, event: Extract<EventFromLogic<M>, { type: T }>) => Promise<void>)
}

/** A view's controls: when it offers them, and how they are used. */
export interface FormActions<M extends AnyStateMachine> {
  readonly controls: object
  readonly byUser: UserEvents<M>
  /** The page that the app shows. */
  readonly page: Page | null
}

/** The form actions of any machine, without its types. */
export interface AnyFormActions extends Omit<FormActions<never>, 'byUser'> {
  readonly byUser: Readonly<
    Record<string, 'from app' | ((user: User, event: EventObject) => Promise<void>)>
  >
}

export const nothing: FormActions<never> = { controls: {}, byUser: {}, page: null } as never

/** The visible name of a control, without the hidden text of a busy button. */
function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label) return label
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll('[aria-hidden="true"]')) hidden.remove()
  return copy.textContent ?? ''
}

function only<E extends Element>(found: readonly E[], what: string): E {
  const [one, ...more] = found.filter(element => !element.closest('dialog:not([open])'))
  if (!one || more.length > 0)
    throw new Error(`There are ${more.length + (one ? 1 : 0)} of ${what}.`)
  const isInert =
    one.getAttribute('aria-disabled') === 'true' ||
    one.matches(':disabled, :read-only:not(button, a, [type="radio"])')
  if (isInert) throw new Error(`Nobody can use ${what}.`)
  return one
}

function button(name: string) {
  const all = [...document.querySelectorAll('button')]
  return only(
    all.filter(one => nameOf(one) === name),
    `the button '${name}'`,
  )
}

const confirming = (name: string) =>
  only(
    [...document.querySelectorAll('dialog[open] button')].filter(one => nameOf(one) === name),
    `the button '${name}' of the dialog`,
  )

const summary = (name: string) =>
  only(
    [...document.querySelectorAll('summary')].filter(one => nameOf(one).includes(name)),
    `the summary '${name}'`,
  )

const link = (name: string) =>
  only(
    [...document.querySelectorAll('a')].filter(one => nameOf(one) === name),
    `the link '${name}'`,
  )

function labelled(name: string) {
  const labels = [...document.querySelectorAll('label')].filter(one => nameOf(one).startsWith(name))
  const controls = labels.flatMap(({ control }) =>
    control instanceof HTMLInputElement ? [control] : [],
  )
  return only(controls, `the field '${name}'`)
}

function createUser(): User {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return {
    press: name => user.click(button(name)),
    confirm: name => user.click(confirming(name)),
    unfold: name => user.click(summary(name)),
    follow: name => user.click(link(name)),
    choose: name => user.click(labelled(name)),
    async type(name, text) {
      const field = labelled(name)
      await user.clear(field)
      await user.click(field)
      await user.paste(text)
    },
  }
}

const controlOf = ({ controls }: AnyFormActions, { event }: Stimulus) =>
  event && (controls as Record<string, AnyControl | 'from app'>)[event.type]

/** Whether the view offers this now, by its own rule. */
export function isOffered(
  actions: AnyFormActions,
  { snapshot }: ActorUnderTest,
  stimulus: Stimulus,
): boolean {
  const control = controlOf(actions, stimulus)
  return control !== undefined && control !== 'from app' && stimulus.event !== undefined
    ? control.when(snapshot(), actions.page, stimulus.event)
    : false
}

/** Causes a stimulus through the view, and checks that the view sends this and nothing else. */
export async function actAsUser(
  { byUser }: AnyFormActions,
  { actor }: ActorUnderTest,
  { event }: Stimulus,
) {
  const act = event && byUser[event.type]
  if (!act || act === 'from app')
    throw new Error(`There is no way for a user to send ${event?.type}.`)
  const sent: EventObject[] = []
  const { send } = actor
  actor.send = one => {
    sent.push(one)
    send.call(actor, one)
  }
  await act(createUser(), event)
  actor.send = send
  const last = JSON.stringify(sent.at(-1))
  if (last !== JSON.stringify(event)) {
    throw new Error(`The control for ${JSON.stringify(event)} sends ${last ?? 'nothing'}.`)
  }
}
