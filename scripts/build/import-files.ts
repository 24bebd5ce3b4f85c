import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Vite puts code around each `import()`, and imports it from this module. */
const helper = /^\0vite\/preload-helper\.js$/
const own = join(import.meta.dirname, '../../src/browser/files/import-file.ts')

/** Puts `importFile` around each `import()` of a build, in place of Vite's own code. */
export function importFiles(): Plugin {
  let isReplaced = false
  return {
    name: 'guidon:import-files',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: helper },
      handler() {
        isReplaced = true
        const code = `
          import { importFile } from ${JSON.stringify(own)}
          export const __vitePreload = (load, needed) => importFile(load, needed?.map(file => '/' + file))`
        return { code, map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(`Vite has no ${helper} any more.`)
    },
  }
}
