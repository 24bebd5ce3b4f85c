import { lstat, opendir } from 'node:fs/promises'
import type { HomeEntry } from '../../../src/api/contract/desktop-files.ts'
import { openBelow, stepsOf, within } from './open.ts'
import { FilesRefused } from './refusal.ts'

const mostEntries = 1000

/** What lies in a folder of a home: at most 1000 entries, folders first. */
export async function listFolder(
  home: string,
  path: string,
): Promise<{ entries: HomeEntry[]; isCut: boolean }> {
  const folder = await openBelow(home, stepsOf(path))
  try {
    if (!(await folder.stat()).isDirectory()) throw new FilesRefused('notFound')
    const names: string[] = []
    for await (const { name } of await opendir(within(folder, '.'))) {
      if (names.push(name) > mostEntries) break
    }
    const found = await Promise.all(
      names.slice(0, mostEntries).map(name => describe(within(folder, name), name)),
    )
    const entries = found.filter(entry => entry !== null).sort(byKindAndName)
    return { entries, isCut: names.length > mostEntries }
  } finally {
    await folder.close()
  }
}

/** @returns null if it is gone */
async function describe(path: string, name: string): Promise<HomeEntry | null> {
  // A name that is no UTF-8 is read as one that no file has.
  if (name.includes('\ufffd')) return { name, kind: 'other', bytes: null }
  const info = await lstat(path).catch(() => null)
  if (!info) return null
  if (info.isFile()) return { name, kind: 'file', bytes: info.size }
  if (info.isDirectory()) return { name, kind: 'folder', bytes: null }
  return { name, kind: info.isSymbolicLink() ? 'link' : 'other', bytes: null }
}

const rankOf = ({ kind, name }: HomeEntry) => (name.startsWith('.') ? 2 : kind === 'folder' ? 0 : 1)
const names = new Intl.Collator('en', { numeric: true })
const byKindAndName = (a: HomeEntry, b: HomeEntry) =>
  rankOf(a) - rankOf(b) || names.compare(a.name, b.name)
