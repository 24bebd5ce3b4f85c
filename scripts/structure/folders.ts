import { dirname } from 'node:path'
import { files } from './files.ts'

/** The most files of one folder. The files of its subfolders do not count. */
const MAX_FILES = 25

/** How many a folder may have instead, and why. */
const exceptions: Readonly<Record<string, { most: number; reason: string }>> = {
  'docs/machines': { most: 80, reason: 'generated, a page and a picture of each machine' },
  'tests/models': { most: 60, reason: 'one model for each machine' },
  'tests/platform/core': { most: 35, reason: 'one file for each topic, which share no helpers' },
  'platform/api': { most: 30, reason: 'one file for each topic of the API' },
  'platform/event': { most: 30, reason: 'one file for each part of what organisers write' },
}

export function* folderProblems(): Generator<string> {
  const counts = new Map<string, number>()
  for (const folder of files.map(dirname)) counts.set(folder, (counts.get(folder) ?? 0) + 1)
  for (const [folder, count] of counts) {
    const { most } = exceptions[folder] ?? { most: MAX_FILES }
    if (count > most)
      yield `${folder} has ${count} files; ${most} are the most: move some into a folder of their own, or give it an exception with its reason in scripts/structure/folders.ts.`
  }
  for (const folder of Object.keys(exceptions)) {
    if ((counts.get(folder) ?? 0) <= MAX_FILES) yield `${folder} needs no exception in folders.ts.`
  }
}
