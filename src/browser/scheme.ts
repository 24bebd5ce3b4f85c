import { fromPromise } from 'xstate'
import type { Scheme } from '../machines/scheme/scheme.ts'
import { preferences } from './preferences.ts'
import { showScheme } from './root-element.ts'

/** Shows a colour scheme, and stores it. */
export const applyScheme = fromPromise<void, { scheme: Scheme }>(async ({ input: { scheme } }) => {
  showScheme(scheme)
  preferences.write('scheme', scheme)
})
