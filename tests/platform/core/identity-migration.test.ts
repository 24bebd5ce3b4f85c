import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrationsFolder } from '../../../platform/database/migrations-folder.ts'
import { oidcRecords } from '../../../platform/database/schema.ts'
import { openTestDatabase } from '../test-database.ts'

test('records from before ids were hashed are found by their ids, and hold no secret', async () => {
  const database = await openTestDatabase()
  const session = {
    jti: 'the-cookie',
    authorizations: { guidon: { persistsLogout: true, sid: 's' } },
  }
  await database.db.insert(oidcRecords).values([
    { model: 'Session', id: 'the-cookie', payload: session },
    { model: 'Interaction', id: 'asked', payload: { session: { cookie: 'the-cookie', uid: 'u' } } },
    { model: 'Grant', id: 'granted', payload: { jti: 'granted' } },
  ])
  const migration = await readFile(join(migrationsFolder, '0005_revocation.sql'), 'utf8')
  const update = migration.split('--> statement-breakpoint').at(-1) ?? ''
  await database.db.execute(sql.raw(update))
  const hash = (id: string) => createHash('sha256').update(id).digest('base64url')
  const rows = await database.db.select().from(oidcRecords).orderBy(oidcRecords.model)
  expect(rows.map(({ model, id, payload }) => ({ model, id, payload }))).toEqual([
    { model: 'Grant', id: 'granted', payload: {} },
    { model: 'Interaction', id: hash('asked'), payload: { session: { uid: 'u' } } },
    {
      model: 'Session',
      id: hash('the-cookie'),
      payload: { authorizations: { guidon: { sid: 's' } } },
    },
  ])
  await database.close()
})
