import type { buildMachine } from '../../../../src/machines/build/machine.ts'
import { behaviourOf, each, oneAtATime } from '../../harness/behaviour.ts'
import { asks, starts } from '../../harness/sights.ts'

const begins = { step: 'running' as 'running' | 'asking' | 'reloading' }
type Known = typeof begins

export const buildBehaviour = behaviourOf<typeof buildMachine, Known>({
  begins,
  sentences: {
    'The page says when a part could not be loaded.': {
      on: 'it begins',
      see: () => [starts('partFailures')],
    },
    'Then it is asked, once, whether the site has a newer build.': {
      on: 'part.failed',
      if: ({ step }) => step === 'running',
      see: () => [asks('findNewerBuild')],
      learn: () => ({ step: 'asking' }),
    },
    'For a newer build the page reloads.': {
      on: 'findNewerBuild answers',
      if: (_, newer) => newer !== null,
      see: (_, newer) => [asks('reloadFor', newer)],
      learn: () => ({ step: 'reloading' }),
    },
    'Without one it stays.': {
      on: 'findNewerBuild answers',
      if: (_, newer) => newer === null,
      learn: () => ({ step: 'running' }),
    },
    ...each(
      ['findNewerBuild fails', 'reloadFor fails'] as const,
      on => `It stays where that cannot be done (${on}).`,
      () => ({ learn: () => ({ step: 'running' as const }) }),
    ),
  },
  always: {
    'One question or reload at a time is under way.': oneAtATime(['findNewerBuild', 'reloadFor']),
  },
})
