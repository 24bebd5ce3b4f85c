import { dirname, join, normalize } from 'node:path'
import { files, textOf } from './files.ts'

const documents = files.filter(
  file => /^(docs\/)?[^/]+\.md$/.test(file) || file === 'docs/machines/README.md',
)

/**
 * Everything that a document may name: what commands make, and each file and folder, also without its
 * ending.
 */
const known = new Set(['sbom.json', 'dist/index.html', 'dist/desktop.html'])
for (const file of files) {
  const parts = file.split('/')
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= parts.length; to++) known.add(parts.slice(from, to).join('/'))
    const path = parts
      .slice(from)
      .join('/')
      .replace(/\.\w+$/, '')
    known.add(path).add(path.replace(/\.(test|spec)$/, ''))
  }
}

const folders = new Set(files.flatMap(file => file.split('/').slice(0, -1)))
const topFolders = new Set(files.filter(file => file.includes('/')).map(file => file.split('/')[0]))
const endings = /\.(ts|tsx|mjs|mts|md|sh|html|css|yml|yaml|json|po|sql)$/

/** A word in backticks that is meant as a path: it has an ending, or begins with a folder. */
const isPath = (word: string) =>
  /^[\w.*-][\w./*-]*$/.test(word) &&
  (word.includes('/') ? folders.has(word.split('/')[0] ?? '') : endings.test(word))

/** A path from the root of the repository to a file, and no part of a longer one. */
const isWhole = (path: string) =>
  path.includes('/') && endings.test(path) && topFolders.has(path.split('/')[0] ?? '')

const named = /`([^`\s]+)`(?= in ((?:`[\w/-]+`(?:, | and )?)+)|)/g

/**
 * The names without a folder in one row of a table that do not exist. Such a name is in the folders that follow it
 * (`machine.ts` in `app`), or else in the folder of the last whole path before it.
 */
function* misplacedIn(row: string): Generator<string> {
  let folder: string | undefined
  for (const [, word = '', places] of row.matchAll(named)) {
    if (isWhole(word)) folder = dirname(word)
    else if (word.endsWith('/') && topFolders.has(word.split('/')[0] ?? ''))
      folder = word.slice(0, -1)
    if (!folder || word.includes('/') || !endings.test(word)) continue
    const inPlaces = [...(places ?? '').matchAll(/`([^`]+)`/g)].map(([, place]) => place)
    for (const place of inPlaces.length > 0 ? inPlaces : [folder])
      if (!known.has(`${place}/${word}`)) yield `${word}, which is not in ${place}`
  }
}

/** The tests in the last column of a table of SECURITY.md that do not exist. They are named without the folder `tests`. */
function* missingTestsIn(row: string): Generator<string> {
  const tests = row.split('|').at(-2) ?? ''
  for (const [, word = ''] of tests.matchAll(/`([\w-]+\/[^`\s]+)`/g))
    if (!known.has(`tests/${word}`)) yield word
}

/** Empties blocks of code, since they contain no links of the document. Lines keep their numbers. */
const withoutCode = (text: string) =>
  text.replace(/^```.*\n(?:.*\n)*?```/gm, block => block.replace(/.+/g, ''))

export function* pathProblems(): Generator<string> {
  for (const document of documents) {
    for (const [index, line] of withoutCode(textOf(document)).split('\n').entries()) {
      const place = `${document}:${index + 1}`
      for (const [, target = ''] of line.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)[^)]*\)/g)) {
        const path = normalize(join(dirname(document), target)).replace(/\/$/, '')
        if (!known.has(path)) yield `${place} links to ${target}, which does not exist.`
      }
      for (const [, word = ''] of line.matchAll(/`([^`\s]+)`/g)) {
        const path = word.replace(/(:\d+)+$/, '').replace(/\/?(\*+)?$/, '')
        const exists = isWhole(path) ? files.includes(path) : known.has(path)
        if (isPath(path) && !exists) yield `${place} names ${word}, which does not exist.`
      }
      if (!line.startsWith('|')) continue
      for (const misplaced of misplacedIn(line)) yield `${place} names ${misplaced}.`
      if (document !== 'SECURITY.md') continue
      for (const test of missingTestsIn(line))
        yield `${place} names the test ${test}, which does not exist.`
    }
  }
}
