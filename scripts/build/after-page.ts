import type { Plugin } from 'vite'

/** What the early script gives the page (`api/early/rendered-page.ts`). */
const wait = 'await globalThis.untilPageIsShown?.();'

/**
 * Lets the app's own code begin after the page is drawn that the platform has rendered: running this code keeps a slow
 * processor busy. It must be the first statement of the file, since what a file imports does not wait for it.
 *
 * @param name of the app's own file
 */
export function afterPage(name: string): Plugin {
  return {
    name: 'guidon:after-page',
    apply: 'build',
    // The name of a file has the hash of what was there before.
    augmentChunkHash: chunk => (chunk.name === name ? wait : undefined),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const file = Object.values(bundle).find(one => one.type === 'chunk' && one.name === name)
        if (file?.type !== 'chunk') this.error(`The build has no file ${name}.`)
        file.code = `${wait}\n${file.code}`
      },
    },
  }
}
