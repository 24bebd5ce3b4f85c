import { fromPromise } from 'xstate'

/** Saves a text as a file of the user. */
export const saveConfig = fromPromise<void, { name: string; config: string }>(async ({ input }) => {
  const url = URL.createObjectURL(new Blob([input.config], { type: 'application/octet-stream' }))
  const link = Object.assign(document.createElement('a'), { href: url, download: input.name })
  link.click()
  URL.revokeObjectURL(url)
})
