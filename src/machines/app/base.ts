import { setup } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import { buildMachine } from '../build/machine.ts'
import type { LocationChanged, Navigate } from '../navigation/events.ts'
import { unprovidedCallback } from '../unprovided.ts'
import {
  bootedActors,
  pageActors,
  permanentActors,
  signedInActors,
  visitorActors,
} from './actors.ts'
import type { ChildIds } from './children.ts'
import type { AppContext, AppInput } from './context.ts'
import type { AppEvent, ChildEvent } from './events.ts'

/** The types and actors of the app's machine. */
export const appBase = setup({
  types: {
    context: {} as AppContext,
    events: {} as AppEvent | ChildEvent | LocationChanged,
    emitted: {} as { type: 'challenge.completed'; challenge: ChallengeRef },
    input: {} as AppInput,
    children: {} as ChildIds,
  },
  actors: {
    ...permanentActors,
    ...bootedActors,
    ...signedInActors,
    ...visitorActors,
    build: buildMachine,
    navigation: unprovidedCallback<Navigate>('navigation'),
    ...pageActors,
  },
})
