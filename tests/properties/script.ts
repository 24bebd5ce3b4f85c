import fc from 'fast-check'
import type { FlugzeugStatus } from '../../src/api/contract.ts'
import type { Path } from '../../src/domain/path.ts'
import { STEPS } from './runs.ts'
import { type Step, stepKinds } from './steps.ts'

const weights: Record<(typeof stepKinds)[number], number> = {
  user: 14,
  visit: 3,
  answer: 14,
  fail: 2,
  loseRequest: 2,
  loseAnswer: 2,
  time: 5,
  jump: 1,
  look: 2,
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(
    ...stepKinds.map(kind => ({ weight: weights[kind], arbitrary: fc.constant(kind) })),
  ),
  pick: fc.nat(9_999),
})
export interface Script {
  readonly isPlaying: boolean
  /** Where the user is at the beginning of a run in play. */
  readonly page: Path
  /** The backend has more than the specification. */
  readonly isExtended: boolean
  /** The state of the user's desktop at the beginning. */
  readonly desktop: FlugzeugStatus | null
  readonly steps: readonly Step[]
}

/** Any run of the whole app. */
export const run: fc.Arbitrary<Script> = fc.record({
  isPlaying: fc.boolean(),
  // A desktop that is reset takes more steps in a row than most runs have on its page by chance.
  page: fc.constantFrom<Path[]>('/challenge/web/one', '/challenge/web/two', '/flugzeug'),
  isExtended: fc.boolean(),
  desktop: fc.constantFrom(null, 'running', 'stopped'),
  steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }),
})
