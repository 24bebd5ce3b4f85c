import type { schemeMachine } from '../../../../src/machines/scheme/machine.ts'
import type { Scheme } from '../../../../src/machines/scheme/scheme.ts'
import { schemeOf } from '../../../../src/machines/scheme/selectors.ts'
import { behaviourOf, each } from '../../harness/behaviour.ts'
import { asks, drops } from '../../harness/sights.ts'

const begins = { scheme: 'system' as Scheme, isApplying: true }
type Known = typeof begins

/** For each of the model's inputs: the stored value, if it is a scheme. */
const first: readonly Scheme[] = ['system', 'dark', 'system']

export const schemeBehaviour = behaviourOf<typeof schemeMachine, Known>({
  begins,
  sentences: {
    'The scheme of before is applied, else that of the device.': {
      on: 'it begins',
      see: (_, input) => [asks('apply', { scheme: first[input] })],
      learn: (_, input) => ({ scheme: first[input] ?? 'system' }),
    },
    'A choice is applied in place of the last one.': {
      on: 'scheme.changed',
      see: ({ isApplying }, { scheme }) => [
        ...(isApplying ? [drops('apply')] : []),
        asks('apply', { scheme }),
      ],
      learn: (_, { scheme }) => ({ scheme, isApplying: true }),
    },
    ...each(
      ['apply answers', 'apply fails'] as const,
      on => `It holds for as long as the page, whatever the store says (${on}).`,
      () => ({ learn: () => ({ isApplying: false }) }),
    ),
  },
  shows: { 'the scheme': [schemeOf, ({ scheme }) => scheme] },
})
