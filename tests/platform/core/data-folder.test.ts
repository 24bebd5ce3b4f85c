import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { PassThrough } from 'node:stream'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { backUpFrom } from '../../../platform/backup/locations.ts'
import { FolderInUseError, lockFolder } from '../../../platform/database/lock.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import { createProcessDriver } from '../../../platform/desktop/processes/driver.ts'
import { writeSmallFile } from '../../../platform/files/small-file.ts'
import { createLog } from '../../../platform/log.ts'
import { openOrganiser } from '../../../platform/organiser/open.ts'
import { replicaId } from '../../../platform/replicas/replica-id.ts'
import { eventually } from '../../support/eventually.ts'
import { canMount } from '../../support/programs.ts'
import { runPlatform } from '../../support/servers/run-platform.ts'
import { makeDataFolder } from './data-folder.ts'
import { writeEvent } from './events.ts'

let folder: string
let event: string
beforeAll(async () => {
  event = await writeEvent({ desktop: { enabled: false } })
})
afterAll(() => rm(event, { recursive: true }))
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guidon-data-'))
  return () => rm(folder, { recursive: true, force: true })
})

const isRoot = process.getuid?.() === 0
const mounting = (options: string) => ({
  around: [
    'unshare',
    '-rm',
    'sh',
    '-c',
    'mount -t tmpfs -o "$0" none "$1" && shift && exec "$@"',
    options,
    folder,
  ],
})

test.for([
  ['a file', () => writeFile(join(folder, 'data'), ''), {}, 'it is a file'],
  [
    'below a file',
    () => writeFile(join(folder, 'data'), ''),
    { at: 'data/x' },
    'it is a file, or lies in one',
  ],
  ['below /proc', async () => {}, { at: '/proc/guidon/data' }, 'no folder can be made there'],
  [
    "another user's",
    async () => {
      await mkdir(join(folder, 'data'), { mode: 0o755 })
      await chown(join(folder, 'data'), 65534, 65534)
    },
    // Root without the capability to write everywhere.
    {
      how: () => ({ around: ['setpriv', '--bounding-set', '-all', '--inh-caps', '-all'] }),
      needs: isRoot,
    },
    'this user may not write there',
    'change the owner or the rights of what is there, or choose one',
  ],
  [
    'read-only',
    async () => {},
    { at: '.', how: () => mounting('ro'), needs: canMount() },
    'it lies on a file system that is read-only',
  ],
  [
    'full',
    async () => {},
    { at: '.', how: () => mounting('nr_inodes=1'), needs: canMount() },
    'there is no space left',
    'make room, or choose one',
  ],
  [
    'full in the midst of making the database',
    async () => {},
    // PostgreSQL has its data in another folder.
    { at: '.', how: () => mounting('size=4m'), needs: canMount() && !process.env.DATABASE_URL },
    'there is no space left',
    'make room, or choose one',
  ],
] as const)(
  'a data folder that is %s is reported in one line',
  async ([, make, more, why, help = 'choose one'], { skip }) => {
    const {
      at = 'data',
      how,
      needs = true,
    } = more as { at?: string; how?: () => object; needs?: boolean }
    if (!needs) skip('this needs a user who may mount, or be another, and the embedded database')
    await make()
    const data = resolve(folder, at)
    const { code, err } = await runPlatform(['--data', data, '--event', event], how?.()).ended
    const line = `the data folder ${data} cannot be used: ${why}; ${help} with --data\n`
    expect({ code, err }).toEqual({ code: 1, err: line })
  },
)

test('a database whose disk is full at the start is reported in one line', async () => {
  const data = await makeDataFolder()
  onTestFinished(data.remove)
  const url = process.env.DATABASE_URL && data.args.at(-1)
  const database = await openDatabase({ folder: join(data.path, 'database'), ...(url && { url }) })
  await database.db.execute(sql`create function fill() returns trigger language plpgsql as
    $$ begin raise 'could not extend file' using errcode = '53100'; end $$`)
  await database.db.execute(
    sql`create trigger fill before insert on settings for each row execute function fill()`,
  )
  await database.close()
  const { code, err } = await runPlatform([...data.args, '--event', event]).ended
  const line = url
    ? 'the disk of the database at DATABASE_URL is full: make room on it\n'
    : `the data folder ${data.path} cannot be used: there is no space left; make room, or choose one with --data\n`
  expect({ code, err }).toEqual({ code: 1, err: line })
})

test.skipIf(!canMount() || process.env.DATABASE_URL)(
  'a database that has no room to recover is not called damaged, and the command ends',
  () => {
    const sources = join(import.meta.dirname, '../../..')
    // PostgreSQL ends where it needs the next file of its log. Its recovery needs that file, too.
    const fill = `
      import { appendFileSync, statSync, truncateSync } from 'node:fs'
      import { openEngine } from '${sources}/platform/database/pglite.ts'
      let hasEnded = false
      const database = await openEngine('${folder}/database', () => {
        hasEnded = true
      })
      try {
        for (;;) appendFileSync('${folder}/fill', Buffer.alloc(65536))
      } catch {}
      // The lock still fits.
      truncateSync('${folder}/fill', statSync('${folder}/fill').size - 200000)
      const log = "select pg_logical_emit_message(true, '', repeat('a', 200000))"
      while (!hasEnded) await database.query(log).catch(() => {})
      process.exit()`
    const steps = `mount -t tmpfs -o size=120m none "$1"
      "$0" --input-type=module -e "$2"
      timeout 20 "$0" "$3" --data "$1" status; echo "code $?"
      dd if=/dev/zero bs=1k 2>/dev/null >> "$1/fill"
      timeout 20 "$0" "$3" --data "$1" status; echo "code $?"`
    const organise = join(sources, 'scripts/organise/organise.ts')
    const all = ['sh', '-c', steps, process.execPath, folder, fill, organise]
    const { stdout, stderr } = spawnSync('unshare', ['-rm', ...all], { encoding: 'utf8' })
    const advice = 'has no room left on its disk: make room, or name another place'
    expect(stderr).toBe(
      `the database cannot be opened: ${folder}/database ${advice}\n${folder} ${advice}\n`,
    )
    expect(stdout).toBe('code 1\ncode 1\n')
  },
)

test.each([
  '',
  '{',
  'null',
  '[]',
  '{}',
  '{"pid":0,"startTime":null}',
  '{"pid":-1,"startTime":"1"}',
  '{"pid":1',
])('a process.json that holds %j is skipped with a warning', async text => {
  const desktops = join(folder, 'desktops')
  await mkdir(join(desktops, 'one'), { recursive: true })
  await writeFile(join(desktops, 'one/process.json'), text)
  const lines = new PassThrough()
  const driver = createProcessDriver({
    folder: desktops,
    log: createLog('warn', lines),
    address: '127.0.0.1',
    settings: () => ({ memoryMb: 512, homeMb: 512, internet: false, sound: false }),
    sandbox: { confines: false } as never,
  })
  await driver.clear()
  expect(JSON.parse(String(lines.read()))).toMatchObject({
    desktop: 'one',
    msg: 'its leftover cannot be read: skipped',
  })
})

test('a broken id of a replica is replaced, with a warning', async () => {
  const lines = new PassThrough()
  const log = createLog('warn', lines)
  const id = await replicaId(folder, log)
  expect(await replicaId(folder, log)).toBe(id)
  expect(lines.read()).toBe(null)
  for (const broken of ['', `${id.slice(0, 20)}`, '\0'.repeat(36)]) {
    await writeFile(join(folder, 'replica'), broken)
    expect(await replicaId(folder, log)).toMatch(/^[\da-f-]{36}$/)
    expect(String(lines.read())).toContain('this file is broken')
  }
})

test('pipes in the place of lock and id are replaced, and nobody waits for them', async () => {
  for (const name of ['lock', 'replica']) execFileSync('mkfifo', [join(folder, name)])
  const lines = new PassThrough()
  const id = await replicaId(folder, createLog('warn', lines))
  expect(String(lines.read())).toContain('this file is broken')
  const giveBack = await lockFolder(folder)
  expect(await readFile(join(folder, 'replica'), 'utf8')).toBe(id)
  await giveBack()
})

test.skipIf(process.env.DATABASE_URL)(
  "a pipe among the embedded database's files is named, and does not hold the start",
  async () => {
    await mkdir(join(folder, 'database'), { recursive: true })
    const pipe = join(folder, 'database/PG_VERSION')
    execFileSync('mkfifo', [pipe])
    const { code, err } = await runPlatform(['--data', folder, '--event', event]).ended
    expect({ code, err }).toEqual({
      code: 1,
      err: `the database in ${folder} cannot be opened: ${pipe} is neither a file nor a folder\n`,
    })
  },
)

const socket = expect.stringMatching(/^lock\.[\da-f]+\.sock$/)

test('a lock that a host left empty is taken, one that is held is not', async () => {
  await writeFile(join(folder, 'lock'), '')
  const giveBack = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  expect(await readdir(folder)).toEqual(['lock', socket])
  await giveBack()
  expect(await readdir(folder)).toEqual([])
})

test('a folder that is given back twice stays with who took it meanwhile', async () => {
  const giveBack = await lockFolder(folder)
  await giveBack()
  const giveBackNext = await lockFolder(folder)
  await giveBack()
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError)
  await giveBackNext()
})

test.for([
  ['a command for', () => openOrganiser({ dataFolder: folder })],
  [
    'a backup of',
    () => backUpFrom({ dataFolder: folder, databaseUrl: undefined }, join(folder, 'backup')),
  ],
] as const)('%s a platform that is just starting says to try again', async ([, work]) => {
  await mkdir(join(folder, 'database'))
  const giveBack = await lockFolder(folder)
  await expect(work()).rejects.toThrow(
    `the data folder ${folder} is in use by the process ${process.pid}, which does not answer commands here: if it is just starting, try again in a moment`,
  )
  await giveBack()
})

test.for([
  ['a short', ''],
  ['a long', 'long'.repeat(30)],
] as const)(
  'a lock is held while its process lives in another container: %s path',
  async ([, below]) => {
    const data = join(folder, below)
    const giveBack = await lockFolder(data)
    const lock = join(data, 'lock')
    const [, , name] = (await readFile(lock, 'utf8')).split(' ')
    // Process ids of another container mean nothing here.
    await writeFile(lock, `1 0 ${name}`)
    await expect(lockFolder(data)).rejects.toThrow(
      `the data folder ${data} is in use by the process 1 of another container: stop it, or`,
    )
    expect(await readFile(lock, 'utf8')).toBe(`1 0 ${name}`)
    await giveBack()
  },
)

/** A program that locks the folder, and goes on as `then` says. */
const lockAnd = (then: string) =>
  `const {lockFolder} = await import(${JSON.stringify(import.meta.resolve('../../../platform/database/lock.ts'))})
    await lockFolder(${JSON.stringify(folder)})
    ${then}`

const lockAndDie = () => lockAnd("process.kill(process.pid, 'SIGKILL')")

test('a lock of a killed process that its parent never asks about is replaced', async () => {
  const [node, ...args] = [process.execPath, '--input-type=module', '-e', lockAndDie()]
  // `sleep` becomes its parent, and asks about no child.
  const parent = spawn('sh', ['-c', '"$0" "$@" & exec sleep 600', node, ...args])
  onTestFinished(() => void parent.kill())
  await eventually(async () => {
    const [pid] = (await readFile(join(folder, 'lock'), 'utf8')).split(' ')
    expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ')
  })
  const giveBack = await lockFolder(folder)
  await giveBack()
})

test('a lock is replaced whose process is just ending, and takes a last connection', async () => {
  const code = lockAnd('setInterval(() => {}, 1000)')
  const holder = spawn(process.execPath, ['--input-type=module', '-e', code])
  const lock = join(folder, 'lock')
  const name = await eventually(async () => (await readFile(lock, 'utf8')).split(' ')[2])
  // A stopped process answers nobody, as one that was killed until its last thread has ended.
  holder.kill('SIGSTOP')
  await writeFile(lock, `1 0 ${name}`)
  const locked = lockFolder(folder)
  locked.catch(() => {})
  await eventually(async () => {
    const sockets = (await readFile('/proc/net/unix', 'utf8')).split(`${name}.new`)
    expect(sockets, 'its socket, and a connection that waits there').toHaveLength(3)
  })
  holder.kill('SIGKILL')
  await (await locked)()
})

test('a lock is held whose process is stopped in another container', async () => {
  const server = createServer()
  const name = 'lock.0123456789ab.sock'
  await new Promise<void>(listening => server.listen(join(folder, name), listening))
  onTestFinished(() => void server.close())
  await writeFile(join(folder, 'lock'), `1 0 ${name}`)
  await expect(lockFolder(folder)).rejects.toThrow('the process 1 of another container')
})

test('a lock and a socket of a process that was killed are replaced', async () => {
  const code = lockAndDie()
  spawnSync(process.execPath, ['--input-type=module', '-e', code])
  const left = await readdir(folder)
  expect(left).toEqual(['lock', socket])
  const giveBack = await lockFolder(folder)
  const now = await readdir(folder)
  expect(now).toEqual(['lock', socket])
  expect(now).not.toEqual(left)
  await giveBack()
})

test('if two processes find the lock of a killed one, only one of them gets the folder', async () => {
  const lock = import.meta.resolve('../../../platform/database/lock.ts')
  const code = `const {lockFolder} = await import(${JSON.stringify(lock)})
    let giveBack = async () => {}
    process.on('message', async isTaking => {
      let said = ''
      if (isTaking) await lockFolder(${JSON.stringify(folder)}).then(done => { giveBack = done }, error => { said = error.name })
      else await giveBack().finally(() => { giveBack = async () => {} })
      process.send(said)
    })`
  const both = [0, 1].map(() =>
    spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 1, 2, 'ipc'],
    }),
  )
  const ask = (isTaking: boolean) =>
    Promise.all(
      both.map(async one => {
        one.send(isTaking)
        const [said] = await once(one, 'message')
        return said
      }),
    )
  try {
    for (let round = 0; round < 100; round++) {
      await writeFile(join(folder, 'lock'), `0 ${round} none`)
      expect((await ask(true)).sort()).toEqual(['', 'FolderInUseError'])
      await ask(false)
      expect(await readdir(folder)).toEqual([])
    }
  } finally {
    for (const one of both) one.kill()
  }
})

test('the socket of a process gets its name when somebody answers there', async () => {
  const names: string[] = []
  const watcher = watch(folder, (_event, name) => void names.push(String(name)))
  onTestFinished(() => watcher.close())
  const giveBack = await lockFolder(folder)
  await eventually(() => expect(names.some(name => socket.asymmetricMatch(name))).toBe(true))
  const [first] = names.filter(name => name.includes('.sock'))
  expect(first).not.toEqual(socket)
  await giveBack()
})

test('the socket of a process that is just asking for the folder stays', async () => {
  const [starting, left] = ['lock.0a.sock', 'lock.0b.sock']
  const server = createServer(asker => asker.destroy()).listen(join(folder, starting))
  await once(server, 'listening')
  await writeFile(join(folder, left), '')
  const giveBack = await lockFolder(folder)
  const found = await readdir(folder)
  expect(found).toHaveLength(3)
  expect(found).toEqual(expect.arrayContaining(['lock', starting]))
  await giveBack()
  await once(server.close(), 'close')
})

test('a process that was killed while it replaced a lock keeps nobody out', async () => {
  for (const name of ['lock', 'lock.next']) await writeFile(join(folder, name), `0 ${name} none`)
  const giveBack = await lockFolder(folder)
  expect(await readdir(folder)).toEqual(['lock', socket])
  await giveBack()
})

test('a small file is there as a whole or not at all, and leaves nothing beside it', async () => {
  const file = join(folder, 'small')
  await writeSmallFile(file, 'first')
  const seen = new Set<string>()
  let isDone = false
  const reading = (async () => {
    while (!isDone) seen.add(await readFile(file, 'utf8'))
  })()
  for (let at = 0; at < 100; at++) await writeSmallFile(file, 'second'.repeat(1000))
  isDone = true
  await reading
  expect([...seen].filter(text => text !== 'first' && text !== 'second'.repeat(1000))).toEqual([])
  await expect(writeSmallFile(file, 'third', { replaces: false })).rejects.toThrow('EEXIST')
  expect(await readdir(folder)).toEqual(['small'])
})
