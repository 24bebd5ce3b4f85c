import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Writes files into a new folder, which is removed after the test. Resolves with its path. */
export async function writeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-event-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  return folder
}

/** The shortest valid `event.yaml`. */
export const minimalEvent = 'name: Test\nstart: first start\nend: start + 1d\n'

/** A valid challenge, with more lines below. */
export const challenge = (more: string) =>
  `name: Test Pilot\ncategory: Web\ndescription: Fly.\nvalue: 100\ntype: standard\n${more}\n`

export const firstStart = new Date('2026-05-01T10:00:00Z')
