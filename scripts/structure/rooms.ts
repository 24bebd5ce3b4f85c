import { dirname, join } from 'node:path'
import { files, textOf } from './files.ts'

/** The folders of views that every page is made of. Each may import those before it, and no page. */
const rooms = ['art', 'text', 'layout', 'clock', 'feedback', 'controls', 'loading', 'markdown']

const views = 'src/ui/'
const imported = /(?:from|import\() ?'(\.[^']+)'/g

/** Null: a file beside the folders, such as `app-context.tsx`, or outside of `src/ui`. */
function roomOf(file: string): string | null {
  const [room, ...rest] = file.startsWith(views) ? file.slice(views.length).split('/') : []
  return room !== undefined && rest.length > 0 ? room : null
}

/** The other folder of views that each import of a file leads to. */
function* importsOf(file: string, pattern: RegExp): Generator<[path: string, other: string]> {
  for (const [, path = ''] of textOf(file).matchAll(pattern)) {
    const other = roomOf(join(dirname(file), path))
    if (other !== null && other !== roomOf(file)) yield [path, other]
  }
}

function* orderProblems(): Generator<string> {
  for (const file of files) {
    const room = roomOf(file)
    if (room === null || !rooms.includes(room)) continue
    for (const [path, other] of importsOf(file, imported)) {
      if (!rooms.slice(0, rooms.indexOf(room)).includes(other))
        yield `${file} imports ${path}: ${views}${room} comes before ${other} in scripts/structure/rooms.ts.`
    }
  }
}

/** What is loaded on demand does not count: the frame of the pages shows them all. */
const importedAtOnce = /from '(\.[^']+)'/g

function* circleProblems(): Generator<string> {
  const imports = new Map<string, Set<string>>()
  for (const file of files) {
    const room = roomOf(file)
    if (room === null) continue
    const known = imports.get(room) ?? new Set()
    for (const [, other] of importsOf(file, importedAtOnce)) known.add(other)
    imports.set(room, known)
  }
  // Each folder of a circle imports another one, and is imported. The others are taken out until none is left.
  const leads = (from: string, to: string) => imports.get(from)?.has(to) === true
  let left = [...imports.keys()]
  for (let before = 0; before !== left.length; ) {
    before = left.length
    left = left.filter(one => left.some(other => leads(one, other)))
    left = left.filter(one => left.some(other => leads(other, one)))
  }
  if (left.length > 0)
    yield `These folders of ${views} import each other in a circle: ${left.join(', ')}.`
}

export function* roomProblems(): Generator<string> {
  yield* orderProblems()
  yield* circleProblems()
}
