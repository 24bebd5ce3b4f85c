import type { EnvironmentsApi } from './api/seams.ts'
import { Refusal } from './refusal.ts'

const none = async () => {
  throw new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', 'this platform runs no environments')
}

/** For a platform without an engine: every challenge is there, and nothing can be started. */
export const noEnvironments: EnvironmentsApi = {
  canStart: () => false,
  get: async () => ({ state: 'not-running', scheduledStopTime: null, exposedEndpoints: [] }),
  start: none,
  stop: none,
  prolong: none,
  running: async () => [],
}
