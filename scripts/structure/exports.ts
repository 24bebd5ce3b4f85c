import { dirname, join, matchesGlob } from 'node:path'
import { files, textOf } from './files.ts'

/** Exports that nobody imports by name, and the reason for each. */
const exceptions: Readonly<Record<string, string>> = {
  'src/ui/trans.tsx': 'lingui.config.ts lets the macro import it',
  'src/machines/no-dev-tools.ts': 'vite.config.ts puts it in the place of a module of XState',
  'src/ui/markdown/no-writing.ts': 'vite.config.ts puts it in the place of two packages',
}

const code = /\.(ts|tsx|mts|mjs)$/
const isProduct = (file: string) => /^(src|platform|tools|scripts)\//.test(file)
const exported = /^export (?:async )?(?:const|function\*?|class) (\w+)/gm
const imported = /(?:import|export) (?:type )?([\w\s,*{}]+?) from '(\.[^']+)'/g
const loaded = /import\(\s*'(\.[^']+)'/g
const globbed = /import\.meta\.glob(?:<.+>)?\(\s*'(\.[^']+)'/g

/** The patterns of the files that a file loads all of. */
const patterns = files
  .filter(file => code.test(file))
  .flatMap(file =>
    [...textOf(file).matchAll(globbed)].map(([, path = '']) => join(dirname(file), path)),
  )

/** The names that files import, by the file that exports them. `*`: all of them. */
function importedNames(): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>()
  const add = (from: string, path: string, imports: readonly string[]) => {
    const file = join(dirname(from), path)
    names.set(file, new Set([...(names.get(file) ?? []), ...imports]))
  }
  for (const file of files.filter(one => code.test(one))) {
    const text = textOf(file)
    for (const [, list = '', path = ''] of text.matchAll(imported))
      add(file, path, list.includes('*') ? ['*'] : (list.match(/\w+/g) ?? []))
    for (const [, path = ''] of text.matchAll(loaded)) add(file, path, ['*'])
  }
  return names
}

/** A function, constant or class that only its own file uses need not be exported. Types may be. */
export function* exportProblems(): Generator<string> {
  const names = importedNames()
  for (const file of files) {
    if (!isProduct(file) || !code.test(file) || file.includes('.d.')) continue
    const users = names.get(file)
    if (users?.has('*') || patterns.some(pattern => matchesGlob(file, pattern))) continue
    const unused = [...textOf(file).matchAll(exported)].flatMap(([, name = '']) =>
      users?.has(name) ? [] : [name],
    )
    if (unused.length > 0 && !exceptions[file])
      yield `${file} exports ${unused.join(', ')}, which no other file imports.`
    if (unused.length === 0 && exceptions[file]) yield `${file} needs no exception in exports.ts.`
  }
}
