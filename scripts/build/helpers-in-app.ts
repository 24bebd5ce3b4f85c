import type { Plugin } from 'vite'
import { appFileOf, type Chunk, chunksOf } from './app-file.ts'

/** Rolldown's own functions, such as the one that runs a CommonJS module. */
const helpersId = '\0rolldown/runtime.js'
/** The name in the app's file. Minified names are shorter. */
const helpers = '$helpers'

/** `a as b,c` of an import, as the pattern that takes the same from an object: `a:b,c`. */
const patternOf = (names: string) => names.replaceAll(' as ', ':')
/** `a as b,c` of an export, as the object of what is exported: `b:a,c`. */
const objectOf = (names: string) => names.replace(/([\w$]+) as ([\w$]+)/g, '$2:$1')

/**
 * Puts Rolldown's helpers into the app's file. Rolldown does so itself only if a build has no groups. A file of 700 bytes
 * was one request more for each first page, which took time before its first picture.
 */
export function helpersInApp(): Plugin {
  return {
    name: 'guidon:helpers-in-app',
    // Builds for developers are not minified, and load nothing over slow connections.
    apply: (_, { command, mode }) => command === 'build' && mode !== 'development',
    // Without this, files would keep the hash of other code.
    augmentChunkHash: () => helpers,
    generateBundle(_, bundle) {
      const file = chunksOf(bundle).find(({ moduleIds }) => moduleIds.join() === helpersId)
      if (!file) this.error('The build has no file of helpers any more: this plugin can go.')
      const app = appFileOf(bundle)
      for (const chunk of chunksOf(bundle)) {
        if (!chunk.imports.includes(file.fileName)) continue
        if (chunk !== app && !chunk.imports.includes(app.fileName))
          this.error(`${chunk.fileName} would now load the app's file.`)
        chunk.code = replaceImport(chunk, file, chunk === app ? valueFrom(file) : importFrom(app))
        chunk.imports = chunk.imports.filter(name => name !== file.fileName)
      }
      delete bundle[file.fileName]
    },
  }
}

/** The file's code with another statement in place of its import of the helpers. */
function replaceImport({ fileName, code }: Chunk, from: Chunk, statement: string): string {
  const found = new RegExp(`import\\{([^}]*)\\}from"\\./${nameOf(from)}";`).exec(code)
  if (!found) throw new Error(`${fileName} imports the helpers in a way that is not known.`)
  const [all, names = ''] = found
  return code.replace(all, () => `${statement}var{${patternOf(names)}}=${helpers};`)
}

function valueFrom({ code }: Chunk): string {
  const [end, names = ''] = /export\{([^}]*)\};\s*$/.exec(code) ?? []
  if (!end) throw new Error('The helpers are exported in a way that is not known.')
  const body = code.slice(0, -end.length)
  return `var ${helpers}=(()=>{${body}return{${objectOf(names)}}})();export{${helpers}};`
}

const importFrom = (app: Chunk) => `import{${helpers}}from"./${nameOf(app)}";`

/** Without its folder, which all files are in. */
const nameOf = ({ fileName }: Chunk) => fileName.replace(/^.*\//, '')
