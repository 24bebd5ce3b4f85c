import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { backUp } from '../../../platform/backup/back-up.ts'
import { backUpFrom, type DatabaseLocation, restoreTo } from '../../../platform/backup/locations.ts'
import { restore } from '../../../platform/backup/restore.ts'
import type { Database } from '../../../platform/database/database.ts'
import { migrationsFolder } from '../../../platform/database/migrations-folder.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { createLog } from '../../../platform/log.ts'
import { askOrganiser, askToBackUp, askToReload } from '../../../platform/organiser/ask.ts'
import { serveOrganiser } from '../../../platform/organiser/serve.ts'
import { fillDataFolder, makeTestDatabase } from '../test-database.ts'

// Each opens several databases.
vi.setConfig({ testTimeout: 240_000 })

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-backup-'))
  return () => rm(folder, { recursive: true })
})

async function newFolder(name: string): Promise<DatabaseLocation> {
  const dataFolder = join(folder, name)
  await fillDataFolder(dataFolder)
  return { dataFolder, databaseUrl: undefined }
}

/** A new location: a database of the server, if the tests have one. */
async function newLocation(name: string): Promise<DatabaseLocation> {
  const made = await makeTestDatabase()
  if (!made) return newFolder(name)
  onTestFinished(() => made.drop())
  return { dataFolder: '', databaseUrl: made.url }
}

const openAt = ({ dataFolder, databaseUrl }: DatabaseLocation) =>
  openDatabase({ folder: join(dataFolder, 'database'), ...(databaseUrl && { url: databaseUrl }) })

/** A platform's socket for commands, on a database. It is asked for backups only. */
async function serve({ dataFolder }: DatabaseLocation, database: Database) {
  const unused = async () => Promise.reject(new Error('not asked for'))
  const log = createLog('silent')
  const logged = vi.spyOn(log, 'error')
  const close = await serveOrganiser({
    dataFolder,
    log,
    database,
    reload: unused,
    running: unused,
    organiser: { run: unused },
  })
  return { close, logged }
}

async function within<T>(
  location: DatabaseLocation,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await openAt(location)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const rowsOf = async ({ db }: Pick<Database, 'db'>, statement: string) =>
  ((await db.execute(sql.raw(statement))) as unknown as { rows: Record<string, unknown>[] }).rows

const events = [
  `insert into settings values ('eventSecret', '"s"'), ('other', '{"b": [1, null], "a": "ü\\n"}')`,
  `insert into users values ('u', 'embedded', 'u', 'ada', null, 'x', '2026-05-01 10:00:00.123456+02')`,
  `insert into accounts (id, display_name, created_at) values ('u', '{"table":"users"}', now())`,
  `insert into challenges values ('web', 'one', null, 'one', E'{"z": 1,\\n "a": 2}')`,
  `insert into teams values ('t', 'Team', 'token', now())`,
  `insert into team_members values ('u', 't', 1, now())`,
  ...Array.from(
    { length: 3 },
    (
      _,
      at,
    ) => `insert into submissions (account_id, user_id, category, slug, status, text, submitted_at)
      select 'u', 'u', 'web', 'one', 2, 'F{' || n || '}', now() from generate_series(1, ${400 + at}) n`,
  ),
  `insert into attempts values ('someone', 3, null)`,
  `insert into replicas values ('r', 1, null)`,
]

const play = async (database: Database) => {
  for (const statement of events) await database.db.execute(sql.raw(statement))
}

const linesOf = async (file: string) =>
  gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
/** The lines without the first and the last one: the first has the time. */
const dataOf = async (file: string) => (await linesOf(file)).slice(1, -1)

async function makeBackup(): Promise<{ file: string; source: DatabaseLocation }> {
  const source = await newFolder('source')
  await within(source, play)
  const file = join(folder, 'backup.gz')
  await backUpFrom(source, file)
  return { file, source }
}

test('a backup has everything but what passes, and another database takes it', async () => {
  const { file } = await makeBackup()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const location = await newLocation('target')
  const rows = await restoreTo(location, file, {})
  expect(rows).toMatchObject({ users: 1, submissions: 1203, team_members: 1, settings: 2 })
  for (const passing of ['attempts', 'replicas']) expect(rows).not.toHaveProperty(passing)
  const again = join(folder, 'again.gz')
  await backUpFrom(location, again)
  expect(await dataOf(again)).toEqual(await dataOf(file))
  await within(location, async database => {
    const [next] = await rowsOf(
      database,
      `insert into submissions (account_id, user_id, category, slug, status, submitted_at)
       values ('u', 'u', 'web', 'one', 2, now()) returning id::int`,
    )
    expect(next).toEqual({ id: 1204 })
    // The backup also restored the trigger that ends an empty team.
    await rowsOf(database, `delete from team_members`)
    expect(await rowsOf(database, 'select id from teams')).toEqual([])
  })
})

test('a platform that runs makes the backup itself, and an existing file stays', async () => {
  const source = await newFolder('source')
  await within(source, async database => {
    await play(database)
    const { close, logged } = await serve(source, database)
    const file = join(folder, 'backup.gz')
    expect(await backUpFrom(source, file)).toMatchObject({ submissions: 1203 })
    const before = await readFile(file)
    await expect(backUpFrom(source, file)).rejects.toThrow(
      new Error(`${file} is there already: name a new file`),
    )
    expect(logged).not.toHaveBeenCalled()
    expect(await readFile(file)).toEqual(before)
    await expect(restoreTo(source, file, {})).rejects.toThrow()
    await close()
  })
})

test('a backup reads all tables as they were at one moment', async () => {
  await within(await newLocation('source'), async ({ db }) => {
    const begin = db.transaction.bind(db)
    const levels: unknown[] = []
    vi.spyOn(db, 'transaction').mockImplementation((work, config) =>
      begin(async tx => {
        levels.push(...(await rowsOf({ db: tx }, 'show transaction_isolation')))
        return work(tx)
      }, config),
    )
    await backUp(db, join(folder, 'backup.gz'), new Date())
    expect(levels).toEqual([{ transaction_isolation: 'repeatable read' }])
  })
})

test('of two backups into one file at once, one is made and the other is refused', async () => {
  const source = await newLocation('source')
  await within(source, play)
  const database = await openDatabase(
    source.databaseUrl
      ? { folder: '', url: source.databaseUrl }
      : { folder: join(source.dataFolder, 'database') },
  )
  const file = join(folder, 'backup.gz')
  const both = await Promise.allSettled([
    backUp(database.db, file, new Date()),
    backUp(database.db, file, new Date()),
  ])
  await database.close()
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  const [refused] = both.filter(one => one.status === 'rejected')
  expect(String(refused?.reason)).toContain('another backup writes it')
  const target = await newLocation('target')
  expect(await restoreTo(target, file, { isDryRun: true })).toMatchObject({ submissions: 1203 })
  expect(await readdir(folder)).not.toContain('backup.gz.unfinished')
})

test('a command that fails says so without the statement and its values', async () => {
  const { dataFolder } = await newFolder('failing')
  const database = await openDatabase({ folder: join(dataFolder, 'database') })
  onTestFinished(() => database.close())
  const unused = async () => Promise.reject(new Error('not asked for'))
  const run = async () => {
    await database.db.execute(sql`select ${'a secret'}::int`)
    return unused()
  }
  const close = await serveOrganiser({
    dataFolder,
    log: createLog('silent'),
    database,
    organiser: { run },
    reload: unused,
    running: unused,
  })
  onTestFinished(close)
  const answer = askOrganiser(dataFolder, { command: 'status', input: {}, who: 'me' })
  await expect(answer).rejects.toThrow(
    /^the platform failed: a statement failed: SQLSTATE 22P02; its message has values; its log says more$/,
  )
})

test('a command whose platform ends says what may be done, and what to do', async () => {
  const { dataFolder } = await newFolder('ending')
  const database = await openDatabase({ folder: join(dataFolder, 'database') })
  onTestFinished(() => database.close())
  const asked = { command: 'pause', input: {}, who: 'me' }
  const backup = join(folder, 'backup.gz')
  for (const [ask, said] of [
    [
      () => askOrganiser(dataFolder, asked),
      /^it is not known whether that was done; '.* log' says/,
    ],
    [
      () => askOrganiser(dataFolder, { ...asked, isDryRun: true }),
      /^nothing was done; try it again$/,
    ],
    [
      () => askToReload(dataFolder),
      /^it reads the event when it starts; if it runs, reload again$/,
    ],
    [
      () => askToBackUp(dataFolder, backup),
      /^the backup is whole if .*backup\.gz is there\. If the/,
    ],
  ] as const) {
    const end = async () => {
      await close()
      return Promise.reject(new Error('not sent'))
    }
    const transaction = end as unknown as Database['db']['transaction']
    const db = Object.assign(Object.create(database.db), { transaction })
    const close = await serveOrganiser({
      dataFolder,
      log: createLog('silent'),
      organiser: { run: end },
      reload: end,
      running: end,
      database: { ...database, db },
    })
    const error = await ask().then(
      () => null,
      (lost: Error) => lost,
    )
    expect(error?.message.replace(/^the platform did not answer: /, '')).toMatch(said)
  }
})

test('a database with an event is only replaced if that is asked for', async () => {
  const { file, source } = await makeBackup()
  await within(source, database => rowsOf(database, `delete from submissions`))
  await expect(restoreTo(source, file, {})).rejects.toThrow('--replace')
  const counts = { submissions: 1203 }
  const looking = { replace: true, isDryRun: true }
  expect(await restoreTo(source, file, looking)).toMatchObject(counts)
  const kept = await within(source, database => rowsOf(database, 'select 1 from submissions'))
  expect(kept).toEqual([])
  expect(await restoreTo(source, file, { replace: true })).toMatchObject(counts)
})

test('a dry run, and a file that is no backup, leave no data folder behind', async () => {
  const { file } = await makeBackup()
  const nowhere = { dataFolder: join(folder, 'nowhere'), databaseUrl: undefined }
  expect(await restoreTo(nowhere, file, { isDryRun: true })).toMatchObject({ submissions: 1203 })
  const text = join(folder, 'text')
  await writeFile(text, 'name: Fair')
  await expect(restoreTo(nowhere, text, {})).rejects.toThrow('is damaged, or not a backup')
  await expect(access(nowhere.dataFolder)).rejects.toThrow()
  const half = join(folder, 'half')
  const whole = await readFile(file)
  await writeFile(half, whole.subarray(0, whole.length / 2))
  await expect(restoreTo(nowhere, half, {})).rejects.toThrow('is cut off')
  expect(await readdir(nowhere.dataFolder)).toEqual([])
  await restoreTo(nowhere, file, {})
  const database = join(nowhere.dataFolder, 'database')
  const modes = (await readdir(database)).map(async name => (await stat(join(database, name))).mode)
  expect((await Promise.all(modes)).filter(mode => mode & 0o077)).toEqual([])
})

test.skipIf(!process.env.DATABASE_URL)('a database that others use is not replaced', async () => {
  const { file } = await makeBackup()
  const location = await newLocation('target')
  await within(location, async database => {
    // As a platform does.
    const stop = await database.listen('guidon', () => {})
    await expect(restoreTo(location, file, {})).rejects.toThrow('the database is in use')
    await stop()
  })
})

test('a database with tables of something else stays as it is', async () => {
  const { file, source } = await makeBackup()
  await within(source, async database => {
    await rowsOf(database, 'create table bookings as select 1 as room')
    for (const replace of [false, true])
      await expect(restore(database.db, file, { replace })).rejects.toThrow('(bookings)')
    expect(await rowsOf(database, 'select room from bookings')).toEqual([{ room: 1 }])
  })
})

test('a file that is cut off, damaged, foreign or newer changes nothing', async () => {
  const { file, source } = await makeBackup()
  const whole = await readFile(file)
  const lines = await linesOf(file)
  const [head = '', ...rest] = lines
  const zipped = (all: string[]) => gzipSync(`${all.join('\n')}\n`)
  const newer = JSON.stringify({ ...JSON.parse(head), version: 2 })
  const between = JSON.stringify({ ...JSON.parse(head), schema: 5 })
  const migrated = JSON.stringify({ ...JSON.parse(head), schema: 9e12 })
  const files: [string, Uint8Array, RegExp][] = [
    ['cut', whole.subarray(0, whole.length / 2), /is cut off/],
    ['empty', whole.subarray(0, 0), /is cut off|not a backup/],
    ['without-end', zipped(lines.slice(0, -1)), /is cut off: it has no end/],
    ['changed', zipped(lines.map(line => line.replace('F{7}', 'F{8}'))), /its checksum is wrong/],
    ['text', Buffer.from('name: Fair'), /not a backup/],
    ['zipped-text', gzipSync('name: Fair\n'), /not a backup/],
    ['newer', zipped([newer, ...rest]), /newer version/],
    ['migrated', zipped([migrated, ...rest]), /newer version/],
    ['between', zipped([between, ...rest]), /a version of Guidon that this one does not know/],
  ]
  await expect(restoreTo(source, join(folder, 'none'), {})).rejects.toThrow('is not there')
  await within(source, async database => {
    for (const [name, content, message] of files) {
      const path = join(folder, name)
      await writeFile(path, content)
      await expect(restore(database.db, path, { replace: true }), name).rejects.toThrow(message)
    }
    const [count] = await rowsOf(database, 'select count(*)::int as n from submissions')
    expect(count).toEqual({ n: 1203 })
  })
})

test('a backup of an older version is brought up to date', async () => {
  const migrations = readMigrationFiles({ migrationsFolder })
  // Later migrations remove a column of teams, hash the ids of records, and rename tables.
  const schema = migrations[3]?.folderMillis
  const at = '2026-05-01T00:00:00Z'
  const record = { payload: {}, grant_id: null, uid: null, consumed_at: null, expires_at: at }
  const text = [
    { format: 'guidon-backup', version: 1, schema, madeAt: at },
    { table: 'oidc_records' },
    { model: 'Session', id: 'secret', ...record },
    { table: 'teams' },
    { id: 't', name: 'Team', name_key: 'team', join_token: 'token', created_at: at },
    { table: 'users' },
    {
      id: 'u',
      issuer: 'embedded',
      subject: 'u',
      username: 'ada',
      external_id: 'x',
      created_at: at,
    },
    { table: 'team_members' },
    { user_id: 'u', team_id: 't', seat: 1, joined_at: at },
    { table: 'accounts' },
    { id: 'u', username: 'ada', username_key: 'ada', password: 'p', created_at: at },
    { table: 'participants' },
    { id: 't', display_name: 'Team', score_group: 'open', score_group_at: at, created_at: at },
    { table: 'solves' },
    {
      participant_id: 't',
      category: 'web',
      slug: 'one',
      flag_id: 'f',
      user_id: 'u',
      solved_at: at,
      counts: true,
    },
  ]
    .map(line => `${JSON.stringify(line)}\n`)
    .join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = join(folder, 'old.gz')
  await writeFile(file, gzipSync(`${text}${JSON.stringify({ rows: {}, sha256 })}\n`))
  await within(await newLocation('target'), async database => {
    await restore(database.db, file)
    expect(await rowsOf(database, 'select id from oidc_records')).toEqual([
      { id: createHash('sha256').update('secret').digest('base64url') },
    ])
    const [team] = await rowsOf(database, 'select * from teams')
    expect(team).toMatchObject({ id: 't', name: 'Team' })
    expect(team).not.toHaveProperty('name_key')
    expect(await rowsOf(database, 'select id, username from sign_in_accounts')).toEqual([
      { id: 'u', username: 'ada' },
    ])
    const solved = 'select display_name, slug from solves join accounts on id = account_id'
    expect(await rowsOf(database, solved)).toEqual([{ display_name: 'Team', slug: 'one' }])
    const made = 'select created_at::text as at from drizzle.__drizzle_migrations order by 1'
    expect(await rowsOf(database, made)).toEqual(
      migrations.map(one => ({ at: String(one.folderMillis) })),
    )
  })
})

test('a file that cannot be written or read is named, with what to do', async () => {
  const source = await newFolder('source')
  const file = join(folder, `${'a'.repeat(300)}.gz`)
  const problem = `the backup was not made: ${file} has a name that is too long`
  await expect(backUpFrom(source, file)).rejects.toThrow(problem)
  await within(source, async database => {
    const { close, logged } = await serve(source, database)
    await expect(backUpFrom(source, file)).rejects.toThrow(new Error(problem))
    expect(logged).not.toHaveBeenCalled()
    await close()
  })
  await expect(restoreTo(source, folder, {})).rejects.toThrow(new Error(`${folder} is a folder`))
  // To open it would wait for a writer.
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await expect(restoreTo(source, pipe, {})).rejects.toThrow(
    new Error(`${pipe} is not a file: write the backup into one, and name that`),
  )
  const damaged = join(folder, 'damaged')
  await mkdir(join(damaged, 'database'), { recursive: true })
  await writeFile(join(damaged, 'database/PG_VERSION'), '9')
  const location = { dataFolder: damaged, databaseUrl: undefined }
  await expect(backUpFrom(location, join(folder, 'x.gz'))).rejects.toThrow(
    `the files in ${join(damaged, 'database')} are damaged, or of another version of PostgreSQL`,
  )
})

test('the message why the database refuses a backup has none of its rows', async () => {
  const { file, source } = await makeBackup()
  const lines = await linesOf(file)
  const wrong = lines.map(line => line.replace('"username":"ada"', '"username":null'))
  const path = join(folder, 'wrong')
  await writeFile(path, gzipSync(`${wrong.join('\n')}\n`))
  const refused = restoreTo(source, path, { replace: true })
  await expect(refused).rejects.toThrow(
    /^nothing was restored: a statement failed: null value in column "username" [^{}]*$/,
  )
})

test('a backup that fails leaves no file', async () => {
  const source = await newFolder('source')
  await within(source, database => rowsOf(database, 'drop table drizzle.__drizzle_migrations'))
  await expect(backUpFrom(source, join(folder, 'backup.gz'))).rejects.toThrow()
  expect(await readdir(folder)).toEqual(['source'])
})

test('if the disk is full during a backup, the message says what helps', async () => {
  const source = await newFolder('source')
  const file = join(folder, 'backup.gz')
  await within(source, async ({ db }) => {
    const transaction = async () => {
      throw Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' })
    }
    const failing = Object.assign(Object.create(db), { transaction })
    await expect(backUp(failing, file, new Date())).rejects.toThrow(
      `the backup was not made: ${file} has no room left on its disk: make room, or name another place`,
    )
  })
  expect(await readdir(folder)).toEqual(['source'])
})

test('if the disk is full during a restore, the message says what helps', async () => {
  const { file } = await makeBackup()
  await within(await newLocation('target'), async database => {
    for (const statement of [
      'create schema disk',
      `create function disk.fill() returns event_trigger language plpgsql as
        $$ begin raise 'could not extend file' using errcode = '53100'; end $$`,
      `create event trigger fill on ddl_command_start when tag in ('CREATE TABLE')
        execute function disk.fill()`,
    ])
      await rowsOf(database, statement)
    await expect(restore(database.db, file)).rejects.toThrow(
      new Error('nothing was restored: the disk of the database is full. Make room on it'),
    )
  })
})
