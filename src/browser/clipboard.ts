import { fromPromise } from 'xstate'

export const writeClipboard = fromPromise<void, { text: string }>(({ input }) =>
  navigator.clipboard.writeText(input.text),
)
