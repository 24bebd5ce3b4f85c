// Finds the tests of the platform that a change can affect.
import { basename, dirname, join } from 'node:path'
import { files, textOf } from '../structure/files.ts'

/**
 * Each of these imports nearly the whole platform. A test that imports one of them starts all of it, and is
 * not a test of the part that was changed.
 */
const isComposing = (file: string) =>
  /^platform\/(?:(?:main|start|compose|platform)\.ts|compose\/|api\/handlers\.ts)/.test(file) ||
  file === 'tests/platform/start-platform.ts'

/** Plays an event through the whole platform. It runs after every change. */
const story = 'tests/platform/core/story.test.ts'

const isTest = (file: string) => /^tests\/(?:platform|attacks)\/.*\.test\.ts$/.test(file)
const stemOf = (file: string) => basename(file).replace(/\..*/, '')
const folderOf = (file: string) => basename(dirname(file))

/**
 * The story, the tests that are named after a changed file or its folder, and those that import a changed
 * file. A test that imports it only through a composing file does not count.
 *
 * @param changed paths from the repository's root
 */
export function findPlatformTests(changed: readonly string[]): string[] {
  const importers = readImporters()
  const reached = new Set(changed)
  for (const file of reached) {
    if (isComposing(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  const names = new Set(changed.filter(file => file.startsWith('platform/')).flatMap(namesOf))
  const named = files
    .filter(isTest)
    .filter(file => names.has(stemOf(file)) || names.has(folderOf(file)))
  return [...new Set([...reached].filter(isTest).concat(named, story))].sort()
}

function namesOf(file: string): string[] {
  const folder = folderOf(file)
  return [stemOf(file), ...(folder === 'platform' ? [] : [folder])]
}

/** Each file that a test of the platform may import, with the files that import it. */
function readImporters(): Map<string, string[]> {
  const sources = files.filter(file => /^(?:platform|tests|scripts|src\/api)\/.*\.m?ts$/.test(file))
  const importers = new Map<string, string[]>(sources.map(file => [file, []]))
  for (const file of sources)
    for (const [, path = ''] of textOf(file).matchAll(/['"](\.{1,2}\/[^'"]+)['"]/g))
      importers.get(join(dirname(file), path))?.push(file)
  return importers
}
