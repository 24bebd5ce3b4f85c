import type { HomeEntry } from '../../../src/api/contract/desktop/files.ts'
import type { HomeFiles } from './home-files.ts'
import { stepsOf } from './open.ts'

const maxEntries = 1000

/** What lies in a folder of a home: at most 1000 entries, folders first. */
export async function listFolder(
  files: HomeFiles,
  path: string,
): Promise<{ entries: HomeEntry[]; isCut: boolean }> {
  const found = await files.list(stepsOf(path), maxEntries)
  const entries = found.slice(0, maxEntries).sort(byKindAndName)
  return { entries, isCut: found.length > maxEntries }
}

const rankOf = ({ kind, name }: HomeEntry) => (name.startsWith('.') ? 2 : kind === 'folder' ? 0 : 1)
const names = new Intl.Collator('en', { numeric: true })
const byKindAndName = (a: HomeEntry, b: HomeEntry) =>
  rankOf(a) - rankOf(b) || names.compare(a.name, b.name)
