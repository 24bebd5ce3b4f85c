import { assign, setup } from 'xstate'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { PartFailed } from './events.ts'

/** A build of the app, by what it is called in the page; another build is called otherwise. */
export type BuildId = string

export interface BuildContext {
  /** The newer build that the site serves now; null before it was asked. */
  readonly newer: BuildId | null
}

/**
 * Which build this page runs. After a deployment the site may lack the files of an open page: then the
 * page is loaded again, once for each build. Where the network is the reason, the page stays.
 */
export const buildMachine = setup({
  types: { context: {} as BuildContext, events: {} as PartFailed },
  actors: {
    partFailures: unprovidedCallback<PartFailed>('partFailures'),
    /** Null: the site serves the build of this page, or one that this tab was reloaded for already. */
    findNewerBuild: unprovidedPromise<BuildId | null>('findNewerBuild'),
    reloadFor: unprovidedPromise<void, BuildId>('reloadFor'),
  },
}).createMachine({
  id: 'build',
  context: { newer: null },
  invoke: { src: 'partFailures' },
  initial: 'running',
  states: {
    running: { on: { 'part.failed': 'asking' } },
    asking: {
      invoke: {
        src: 'findNewerBuild',
        onDone: [
          {
            guard: ({ event }) => event.output !== null,
            target: 'reloading',
            actions: assign({ newer: ({ event }) => event.output }),
          },
          { target: 'running' },
        ],
        // The site cannot be reached: a reload would lose the page.
        onError: 'running',
      },
    },
    reloading: {
      invoke: {
        src: 'reloadFor',
        input: ({ context }) => context.newer ?? '',
        onError: 'running',
      },
    },
  },
})
