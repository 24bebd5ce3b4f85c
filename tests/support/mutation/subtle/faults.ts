import { appFaults } from './app.ts'
import { desktopFaults } from './desktop.ts'
import type { SubtleFault } from './fault.ts'
import { mainJobFaults } from './main-job.ts'
import { partFaults } from './parts.ts'
import { platformFaults } from './platform.ts'
import { unseenFaults } from './unseen.ts'

/** `npm run mutate -- --subtle` makes each of them, one at a time. */
export const subtleFaults: readonly SubtleFault[] = [
  ...appFaults,
  ...mainJobFaults,
  ...partFaults,
  ...desktopFaults,
  ...platformFaults,
  ...unseenFaults,
]
