import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/guidon')

/** Set while a run has its folders: each project of Vitest asks for them. */
const mark = 'GUIDON_TEST_FOLDER'

/** Linux has a folder in memory. */
const inMemory = '/dev/shm'
/** In bytes: several times what all tests use at once. */
const room = 2 * 2 ** 30

/**
 * Before a run of Vitest or Playwright: gives all temporary files of its tests one folder, and takes
 * that away at the end, even if tests failed. Its name is short, since sockets are below it.
 * What Node and Playwright compile is kept from run to run.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env[mark]) return undefined
  const onDisk = makeFolder(tmpdir())
  // On a disk, the tests of the platform take an eighth more processor time.
  const isFaster = !process.env.TMPDIR && isUsable(inMemory)
  const folder = isFaster ? makeFolder(inMemory) : onDisk
  process.env[mark] = onDisk
  process.env.TMPDIR = folder
  // Tests start the platform very often: it need not compile the same modules each time.
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
  // Otherwise Playwright's compiled files would be in the folder that is removed.
  process.env.PWTEST_CACHE_DIR ??= join(cache, 'playwright')
  return () => {
    for (const made of [folder, onDisk]) rmSync(made, { recursive: true, force: true })
  }
}

/** For tests of what a platform does on a disk, where its data usually is. */
export const folderOnDisk = () => process.env[mark] ?? tmpdir()

const makeFolder = (parent: string) => mkdtempSync(join(parent, 'gt-'))

/** Whether it has room, and may hold programs of challenges: containers often forbid that. */
function isUsable(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    if (bavail * bsize < room) return false
    const trial = makeFolder(folder)
    try {
      const program = join(trial, 'program')
      writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
      execFileSync(program)
    } finally {
      rmSync(trial, { recursive: true })
    }
    return true
  } catch {
    return false
  }
}
