import { fromPromise } from 'xstate'
import type { Scheme } from '../machines/scheme/events.ts'
import { preferences } from './preferences.ts'

/** Shows a colour scheme, and stores it. */
export const applyScheme = fromPromise<void, { scheme: Scheme }>(async ({ input: { scheme } }) => {
  if (scheme === 'system') delete document.documentElement.dataset.scheme
  else document.documentElement.dataset.scheme = scheme
  preferences.write('scheme', scheme)
})
