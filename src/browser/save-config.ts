import { fromPromise } from 'xstate'
import { saveFile } from './save-file.ts'

/** Saves a configuration as a file of the user. */
export const saveConfig = fromPromise<void, { name: string; config: string }>(async ({ input }) =>
  saveFile(input.name, input.config),
)
