import { relative } from 'node:path'
import type { Plugin } from 'vite'

/** The modules of the inspector, and what only it and the charts need. */
const isOfInspector = (file: string) =>
  /^(src\/(inspector|diagnostics\/inspection)|tools\/statechart\/drawing|node_modules\/elkjs)\//.test(
    file,
  ) || /^src\/machines\/.*\/states\.ts$/.test(file)

/**
 * Fails a production build that has any code of the inspector. So each file that participants load is the same
 * with and without an inspector, byte by byte.
 */
export function withoutInspector(): Plugin {
  let root = ''
  let isProduction = true
  return {
    name: 'guidon:without-inspector',
    apply: 'build',
    configResolved(config) {
      root = config.root
      isProduction = config.mode === 'production'
    },
    generateBundle(_, bundle) {
      if (!isProduction) return
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
      const found = chunks.flatMap(chunk =>
        Object.entries('modules' in chunk ? chunk.modules : {})
          .filter(([, { renderedLength }]) => renderedLength > 0)
          .map(([id]) => relative(root, id))
          .filter(isOfInspector)
          .map(file => `${chunk.fileName} has ${file}`),
      )
      if (found.length > 0) this.error(`The inspector is in the build: ${found.join(', ')}.`)
    },
  }
}
