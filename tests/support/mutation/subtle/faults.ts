import { desktopFaults } from './desktop.ts'
import type { SubtleFault } from './fault.ts'
import { mainJobFaults } from './main-job.ts'
import { partFaults } from './parts.ts'

/** `npm run mutate -- --subtle` makes each of them, one at a time. */
export const subtleFaults: readonly SubtleFault[] = [
  ...mainJobFaults,
  ...partFaults,
  ...desktopFaults,
]
