import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Set while a run has its folder: each project of Vitest asks for one. */
const mark = 'GUIDON_TEST_FOLDER'

/**
 * Before a run of Vitest or Playwright: gives all temporary files of its tests one folder, and takes
 * that away at the end, whatever became of the tests. A short name, since sockets lie below it.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env[mark]) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'gt-'))
  process.env[mark] = folder
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
