import { assign, setup } from 'xstate'
import { unprovidedCallback, unprovidedPromise } from '../unprovided.ts'
import type { PartFailed } from './events.ts'

/** The name of a build in the page. Each build has another one. */
export type BuildId = string

export interface BuildContext {
  /** The newer build of the site; null before the site was asked. */
  readonly newer: BuildId | null
}

const isNewer = ({ event }: { event: { output: BuildId | null } }) => event.output !== null

/**
 * Reloads the page after a deployment. The site may then lack the files of an open page. It reloads
 * once for each newer build. If only the network failed, the page stays.
 */
export const buildMachine = setup({
  types: { context: {} as BuildContext, events: {} as PartFailed },
  actors: {
    partFailures: unprovidedCallback<PartFailed>('partFailures'),
    /** Null: the site has the build of this page, or one for which this tab was already reloaded. */
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
            guard: isNewer,
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
