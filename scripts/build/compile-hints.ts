import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad'

/**
 * Asks browsers to compile all of a file while it loads, outside of the page's main thread. Nearly all functions of
 * these files run for the first page, and each one that is compiled at its first call stops that thread. V8 reads the
 * comment only at the top. (https://github.com/WICG/explicit-javascript-compile-hints-file-based)
 * @param isHinted by the modules of a file
 */
export function compileHints(isHinted: (modules: readonly string[]) => boolean): Plugin {
  return {
    name: 'guidon:compile-hints',
    apply: 'build',
    // Without this, the file would keep the hash of the code without the hint.
    augmentChunkHash: ({ moduleIds }) => (isHinted(moduleIds) ? hint : undefined),
    generateBundle: {
      // Vite puts a line of its own before each file.
      order: 'post',
      handler(_, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === 'chunk' && isHinted(output.moduleIds)) {
            output.code = `${hint}\n${output.code}`
          }
        }
      },
    },
  }
}
