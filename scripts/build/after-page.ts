import type { Plugin } from 'vite'
import { appFileOf, appName } from './app-file.ts'

/** The early script defines this function (`api/early/rendered-page.ts`). */
const wait = 'await globalThis.untilPageIsShown?.();'

/**
 * Delays the app's own code until the rendered page is drawn: running this code keeps a slow processor busy. It must be
 * the first statement of the file, since what a file imports does not wait for it.
 */
export function afterPage(): Plugin {
  return {
    name: 'guidon:after-page',
    apply: 'build',
    // Without this, the file would keep the hash of the code without `wait`.
    augmentChunkHash: chunk => (chunk.name === appName ? wait : undefined),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const file = appFileOf(bundle)
        file.code = `${wait}\n${file.code}`
      },
    },
  }
}
