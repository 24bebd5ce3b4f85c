import type { Plugin } from 'vite'

/** The early script defines this function (`api/early/rendered-page.ts`). */
const wait = 'await globalThis.untilPageIsShown?.();'

/**
 * Delays the app's own code until the rendered page is drawn: running this code keeps a slow processor busy. It must be
 * the first statement of the file, since what a file imports does not wait for it.
 *
 * @param name of the app's own file
 */
export function afterPage(name: string): Plugin {
  return {
    name: 'guidon:after-page',
    apply: 'build',
    // Without this, the file would keep the hash of the code without `wait`.
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
