import { fromPromise } from 'xstate'

/** The effects of a browser that does not let the page write to the clipboard. */
export const refusedClipboard = {
  writeClipboard: fromPromise<void, { text: string }>(async () => {
    throw new Error('Not allowed.')
  }),
}
