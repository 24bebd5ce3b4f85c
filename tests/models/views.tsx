import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { AnyActorRef, AnyStateMachine } from 'xstate'
import { AppProvider } from '../../src/ui/app-context.tsx'
import { depth } from '../support/depth.ts'
import { stubDialogs } from '../support/dialogs.ts'
import { type AnyFormActions, actAsUser, type FormActions, isOffered } from './form-actions.ts'
import type { Stimulus } from './harness/actor-under-test.ts'
import type { AnyModel, Model } from './harness/fixtures.ts'
import { type ActorUnderTest, describePath, explore, replay } from './harness.ts'
import {
  type AnyExpectations,
  differenceIn,
  type Expectations,
  expectedStates,
  leavesOf,
  shownText,
} from './shown/expectations.ts'

/** A stand-in for an actor that always shows the same. */
export const still = (snapshot: object) =>
  ({
    getSnapshot: () => snapshot,
    subscribe: () => ({ unsubscribe() {} }),
    on: () => ({ unsubscribe() {} }),
    send() {},
    sessionId: 'still',
  }) as unknown as AnyActorRef

/** The app around a view, with only these children. */
const appWith = (children: Record<string, AnyActorRef>) =>
  still({
    children,
    context: { page: null, input: {}, facts: { phase: 'running', extensions: [] } },
    matches: () => false,
  }) as never

/**
 * Walks the machine's generated paths with a real view, and checks it in every state. What a user
 * does is done to the view's controls, wherever it offers them; all else is sent to the machine.
 * `npm test` ends when each state was seen and each control used; `npm run test:long` walks all paths.
 *
 * @returns the states that were seen
 */
export async function walk<M extends AnyStateMachine>(
  of: Model<M>,
  expected: Expectations<M>,
  actions: FormActions<M>,
  view: (subject: ActorUnderTest) => { page: ReactNode; children: Record<string, AnyActorRef> },
): Promise<ReadonlySet<string>> {
  stubDialogs()
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const model = of as unknown as AnyModel
  const seen = new Set<string>()
  const userActions = actions as unknown as AnyFormActions
  const offered = (subject: ActorUnderTest, stimulus: Stimulus) =>
    isOffered(userActions, subject, stimulus)
  const unused = new Set(
    Object.keys(userActions.byUser).filter(type => userActions.byUser[type] !== 'from app'),
  )
  for (const path of explore(of, offered)) {
    await replay(model, path, {
      begin(subject) {
        const { page, children } = view(subject)
        render(
          <I18nProvider i18n={i18n}>
            <AppProvider app={appWith(children)}>{page}</AppProvider>
          </I18nProvider>,
        )
      },
      look(subject) {
        const text = shownText(document.body)
        for (const leaf of leavesOf(subject.snapshot().value)) {
          seen.add(leaf)
          const difference = differenceIn(expected as AnyExpectations, leaf, text)
          if (difference) throw new Error(`In ${leaf}, after ${describePath(path)}: ${difference}`)
        }
      },
      within: act,
      async perform(subject, stimulus) {
        if (!offered(subject, stimulus)) return false
        await actAsUser(userActions, subject, stimulus)
        unused.delete(stimulus.event?.type ?? '')
        return true
      },
    })
    cleanup()
    if (
      depth === 1 &&
      unused.size === 0 &&
      expectedStates(expected as AnyExpectations).every(leaf => seen.has(leaf))
    )
      break
  }
  if (unused.size > 0) throw new Error(`No path uses the controls of ${[...unused]}.`)
  return seen
}
