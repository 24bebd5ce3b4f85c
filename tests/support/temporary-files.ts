import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../node_modules/.cache/guidon')

/** Set while a run has its folder: each project of Vitest asks for one. */
const mark = 'GUIDON_TEST_FOLDER'

/**
 * Before a run of Vitest or Playwright: gives all temporary files of its tests one folder, and takes
 * that away at the end, even if tests failed. Its name is short, since sockets are below it.
 * What Node and Playwright compile is kept from run to run.
 */
export default function setUp(): (() => void) | undefined {
  if (process.env[mark]) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'gt-'))
  process.env[mark] = folder
  process.env.TMPDIR = folder
  // Tests start the platform very often: it need not compile the same modules each time.
  process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
  // Otherwise Playwright's compiled files would be in the folder that is removed.
  process.env.PWTEST_CACHE_DIR ??= join(cache, 'playwright')
  return () => rmSync(folder, { recursive: true, force: true })
}
