import { hash } from 'node:crypto'
import { relative } from 'node:path'
import type { Plugin } from 'vite'

const styles = /\.module\.css$/
const styleImport = /import (\w+) from (['"][^'"]+\.module\.css['"])/g
/** The path of a CSS module with this ending stands for the names of its classes, without its rules. */
const namesOnly = '.names.js'

/**
 * The app's first file loads the rules of every view, in one style sheet. The names of a view's classes
 * come with the view instead, and are short.
 */
export function classNames(firstFile: string, folder: string): Plugin {
  return {
    name: 'guidon:class-names',
    apply: 'build',
    enforce: 'post',
    config: ({ root }) => ({
      css: { modules: { generateScopedName: shortNames(root ?? process.cwd()) } },
    }),
    resolveId: {
      order: 'pre',
      filter: { id: styles },
      async handler(source, importer, options) {
        const found = await this.resolve(source, importer, { ...options, skipSelf: true })
        const isOfApp = found?.id.startsWith(folder) && importer !== firstFile
        return isOfApp ? `\0${found?.id}${namesOnly}` : found
      },
    },
    load: {
      filter: { id: /\.module\.css\.names\.js$/ },
      async handler(id) {
        const { code } = await this.load({ id: id.slice('\0'.length, -namesOnly.length) })
        return { code: code ?? '', moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: styles },
      // Keeps the rules in the style sheet, although no view imports them.
      handler: () => ({ moduleSideEffects: 'no-treeshake' }),
    },
  }
}

/** A view that uses each class by its name brings no other names. One that computes a name needs all. */
export function onlyUsedNames(): Plugin {
  return {
    name: 'guidon:only-used-names',
    apply: 'build',
    transform: {
      order: 'pre',
      filter: { id: /\.[jt]sx?$/, code: /\.module\.css/ },
      handler: code => ({
        code: code.replace(styleImport, (whole, name: string, from: string) =>
          code.includes(`${name}[`) ? whole : `import * as ${name} from ${from}`,
        ),
        map: null,
      }),
    },
  }
}

/**
 * Names a class by its file and its number there. Names of one file begin alike, so they compress well. The
 * names depend on nothing else, so that equal sources give equal files.
 */
function shortNames(root: string) {
  const files = new Map<string, { path: string; names: Map<string, string> }>()
  return (name: string, path: string): string => {
    const prefix = prefixOf(relative(root, path))
    const file = files.get(prefix) ?? { path, names: new Map() }
    if (file.path !== path)
      throw new Error(
        `Classes of ${path} and ${file.path} would have the same names. Rename a file.`,
      )
    files.set(prefix, file)
    const known = file.names.get(name) ?? `${prefix}${file.names.size.toString(36)}`
    file.names.set(name, known)
    return known
  }
}

function prefixOf(path: string): string {
  const digest = hash('sha256', path, 'base64')
  return `_${digest.replace(/\W/g, '').slice(0, 3)}`
}
