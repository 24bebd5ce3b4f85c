import { chmod, mkdtemp, readdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockFolder } from '../../../platform/database/lock.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { deriveSecrets } from '../../../platform/secret.ts'
import { fillDataFolder } from '../test-database.ts'

test('no other user of the host reads the data folder, nor a file of the database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guidon-private-'))
  await fillDataFolder(folder)
  for (const path of await readdir(folder, { recursive: true }))
    await chmod(join(folder, path), 0o777)
  await chmod(folder, 0o777)
  const unlock = await lockFolder(folder)
  const database = await openDatabase({ folder: join(folder, 'database') })
  await database.close()
  const paths = [
    folder,
    ...(await readdir(folder, { recursive: true })).map(path => join(folder, path)),
  ]
  const open: string[] = []
  for (const path of paths) if ((await stat(path)).mode & 0o077) open.push(path)
  expect(paths.length).toBeGreaterThan(400)
  expect(open).toEqual([])
  await unlock()
})

test('each use has a key of its own, from which no other is known', () => {
  const secrets = Object.values(deriveSecrets('a secret'))
  expect(new Set(secrets).size).toBe(secrets.length)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
  expect(deriveSecrets('a secret')).toEqual(deriveSecrets('a secret'))
  expect(Object.values(deriveSecrets('another'))).not.toContain(secrets[0])
})
