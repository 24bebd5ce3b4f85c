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

export function* roomProblems(): Generator<string> {
  for (const file of files) {
    const room = roomOf(file)
    if (room === null || !rooms.includes(room)) continue
    for (const [, path = ''] of textOf(file).matchAll(imported)) {
      const other = roomOf(join(dirname(file), path))
      if (other === null || other === room) continue
      if (!rooms.slice(0, rooms.indexOf(room)).includes(other))
        yield `${file} imports ${path}: ${views}${room} comes before ${other} in scripts/structure/rooms.ts.`
    }
  }
}
