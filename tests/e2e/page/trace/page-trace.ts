import type { Step } from '../../../../scripts/replay/steps.ts'

/** A step of a machine, and the state in which it began. */
export interface StepTaken extends Step {
  readonly before?: unknown
}

/** What a page of the browser tests knows of its machines. */
export interface PageTrace {
  /** The steps that were not reported before. */
  newSteps(): StepTaken[]
  /** The trace as a file for the inspector and `npm run replay`; empty: the page has no machines. */
  text(): string
}

declare global {
  var pageTrace: PageTrace | undefined
}

/** How a page that is left begins its last message. */
export const STEPS = 'steps of the machines: '
