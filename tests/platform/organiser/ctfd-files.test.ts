import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readCtfd } from '../../../scripts/organise/ctfd.ts'

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'users.json is not a file'],
  [
    'longer than a text can be',
    async (path: string) => {
      await writeFile(path, '')
      await truncate(path, 2 ** 30)
    },
    'users.json is larger than 32 MB',
  ],
])("a table of CTFd's export that is %s is refused, and not waited for", async (_, make, why) => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-ctfd-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'db'))
  await make(join(folder, 'db/users.json'))
  await expect(readCtfd(folder)).rejects.toThrow(why)
})
