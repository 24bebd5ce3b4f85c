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
const endings = /\.(ts|tsx|mjs|mts|md|sh|html|css|yml|yaml|json|po|sql)$/

/** A word in backticks that is meant as a path: it has an ending, or begins with a folder. */
const isPath = (word: string) =>
  /^[\w.*-][\w./*-]*$/.test(word) &&
  (word.includes('/') ? folders.has(word.split('/')[0] ?? '') : endings.test(word))

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
        if (isPath(path) && !known.has(path)) yield `${place} names ${word}, which does not exist.`
      }
    }
  }
}
