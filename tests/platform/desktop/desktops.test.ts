import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { whyNotSandboxed } from '../../../platform/desktop/processes/sandbox.ts'
import type { ChallengeDefinition } from '../../../platform/event/model.ts'
import { haveEnded, processesOf } from '../../attacks/live/processes.ts'
import { eventually } from '../../support/eventually.ts'
import { hasPrograms } from '../../support/programs.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { type DesktopServer, lease, startDesktopServer } from './desktop-server.ts'
import { refusalOf, ticketOf, view } from './rfb.ts'
import { typeUntil } from './terminal.ts'

const canRun = hasPrograms('Xvnc', 'openbox', 'xterm')
const { sandbox, internet } = await whyNotSandboxed(tmpdir())
const isSandboxed = sandbox === null
const canJoinInternet = isSandboxed && internet === null
const start = Date.UTC(2026, 4, 1)

describe.runIf(canRun)('a desktop on a real Xvnc (needs Xvnc, openbox and xterm)', () => {
  const clock = createSimulatedClock(start)
  let server: DesktopServer
  let desktops: Awaited<ReturnType<DesktopServer['open']>>
  const status = async () => (await desktops.get('alice')).status
  const running = () => eventually(async () => expect(await status()).toBe('running'))
  const stopped = () => eventually(async () => expect(await status()).toBe('stopped'))
  const ticket = async () => ticketOf((await desktops.get('alice')).url)
  const homeFile = async (name: string) => {
    const [row] = await server.database.db.query.desktops.findMany()
    return join(server.dataFolder, 'desktops', row?.id ?? '', 'home', name)
  }

  beforeAll(async () => {
    server = await startDesktopServer(clock)
    desktops = await server.open()
  })
  afterAll(() => server.close())

  test('a user without a desktop gets that answer', async () => {
    await expect(desktops.get('alice')).rejects.toMatchObject({ code: 'NO_FLUGZEUG' })
  })

  test('a new desktop comes up, and lives as long as the event says', async () => {
    await desktops.create('alice')
    expect(['provisioning', 'starting']).toContain(await status())
    await running()
    expect((await desktops.get('alice')).stopTimestamp).toBe(
      new Date(start + lease.lifetimeMs).toISOString(),
    )
  })

  test('a user has one desktop', async () => {
    await expect(desktops.create('alice')).rejects.toMatchObject({ code: 'FLUGZEUG_EXISTS' })
  })

  test('typed text arrives in its terminal, and its files are in its own home', async () => {
    const viewer = await view(server.origin, await ticket())
    expect(viewer).toMatchObject({ greeting: 'RFB 003.008\n', width: 1280, name: 'Flugzeug' })
    const file = await homeFile('typed')
    await typeUntil(viewer, 'echo grün >typed\n', async () =>
      expect(await readFile(file, 'utf8')).toMatch('grün'),
    )
    await viewer.close()
  })

  test('letters of many scripts arrive, more than a keyboard has keys', async () => {
    const viewer = await view(server.origin, await ticket())
    const text = 'çàéèùœæÇÀÉŒäöüÄÖÜß€§²°«»ñøαβγδεζηθικλμνξοπрстуфхцчшщъыьэю你好世界'
    viewer.type('cat >many\n')
    const file = await homeFile('many')
    // `cat` must be reading before the text comes. Until then the terminal does not turn Return into a newline.
    await eventually(async () => expect(await readFile(file, 'utf8')).toBe(''))
    viewer.type(`${text}\n`)
    await eventually(async () => expect(await readFile(file, 'utf8')).toBe(`${text}\n`))
    viewer.key(0xffe3, true)
    viewer.type('d')
    viewer.key(0xffe3, false)
    await viewer.close()
  })

  test.runIf(isSandboxed)('it sees nothing of the host but its programs', async () => {
    const viewer = await view(server.origin, await ticket())
    const look = `(ls ${server.dataFolder} /root /work /home; id -un; pgrep -c node) >seen 2>&1`
    viewer.type(`${look}\n`)
    const file = await homeFile('seen')
    await eventually(async () => {
      expect((await readFile(file, 'utf8')).split('\n')).toEqual([
        `ls: cannot access '${server.dataFolder}': No such file or directory`,
        "ls: cannot access '/root': No such file or directory",
        "ls: cannot access '/work': No such file or directory",
        ...['/home:', 'player', 'player', '0', ''],
      ])
    })
    await viewer.close()
  })

  test.runIf(isSandboxed)(
    'files of challenges are in it, also new ones, and cannot be changed',
    async () => {
      const viewer = await view(server.origin, await ticket())
      const path = join(server.dataFolder, 'app.py')
      await writeFile(path, 'print(1)\n')
      const shop = {
        categorySlug: 'web',
        slug: 'shop',
        requires: [],
        files: [{ path, name: 'app.py' }],
      }
      const challenges = [shop] as unknown as ChallengeDefinition[]
      server.event.replace({ ...server.event.current, challenges })
      desktops.review()
      const file = await homeFile('handout')
      const look =
        '(cd /challenges/web/shop; cat *; echo >>app.py; rm app.py; touch x) >~/handout 2>&1'
      await typeUntil(viewer, `${look}\n`, async () =>
        expect(await readFile(file, 'utf8')).toMatch(
          /^print\(1\)\n.*Read-only file system\n.*Read-only file system\n.*Read-only file system\n$/s,
        ),
      )
      await viewer.close()
    },
  )

  test.runIf(isSandboxed)(
    'what takes too much memory is ended, and the desktop goes on',
    async () => {
      const viewer = await view(server.origin, await ticket())
      // More than all programs may use together, but less than twice as much, which would end the desktop.
      const hog = `perl -e '$x .= "a" x (1 << 20) for 1..700; sleep 600'`
      viewer.type(`(${hog}; echo "ended by $?") >hog 2>&1\n`)
      const file = await homeFile('hog')
      const isEnded = async () => expect(await readFile(file, 'utf8')).toContain('ended by 137')
      await eventually(isEnded)
      expect(await status()).toBe('running')
      viewer.type('echo on >after\n')
      const after = await homeFile('after')
      await eventually(async () => expect(await readFile(after, 'utf8')).toBe('on\n'))
      await viewer.close()
    },
  )

  test.runIf(isSandboxed)('one huge allocation and one huge file are refused', async () => {
    const viewer = await view(server.origin, await ticket())
    viewer.type(`perl -e '$x = "a" x (4 << 30)' 2>&1 | head -c 13 >huge\n`)
    const file = await homeFile('huge')
    await eventually(async () => expect(await readFile(file, 'utf8')).toBe('Out of memory'))
    viewer.type(`sh -c 'head -c 600m /dev/zero >/tmp/full' 2>&1 | grep -o 'No space' >full\n`)
    const full = await homeFile('full')
    await eventually(async () => expect(await readFile(full, 'utf8')).toBe('No space\n'))
    viewer.type('rm /tmp/full\n')
    await viewer.close()
  })

  test('a text on its socket comes back, for the page to measure its connection', async () => {
    const viewer = await view(server.origin, await ticket())
    expect(await viewer.echo('42')).toBe('42')
    await viewer.close()
  })

  test('a ticket opens for about a minute, and only the desktop that it is for', async () => {
    const good = await ticket()
    const forged = `${good.slice(0, -4)}AAAA`
    expect(await refusalOf(server.origin, forged)).toBe(401)
    expect(await refusalOf(server.origin, '-')).toBe(401)
    clock.advance(61_000)
    expect(await refusalOf(server.origin, good)).toBe(401)
  })

  test('it is extended in its last part only', async () => {
    await expect(desktops.extend('alice')).rejects.toMatchObject({
      code: 'CANNOT_PROLONG_FLUGZEUG',
    })
    const from = start + lease.lifetimeMs - lease.extendableInLastMs
    expect((await desktops.get('alice')).extendableFrom).toBe(new Date(from).toISOString())
    clock.advanceTo(from)
    await desktops.extend('alice')
    expect((await desktops.get('alice')).stopTimestamp).toBe(
      new Date(start + lease.lifetimeMs + lease.extensionMs).toISOString(),
    )
  })

  test('the platform stops it at its time, and closes its pages', async () => {
    const viewer = await view(server.origin, await ticket())
    const late = await ticket()
    clock.advanceTo(start + lease.lifetimeMs + lease.extensionMs)
    expect(await viewer.closed).toBe(4410)
    await stopped()
    expect(await desktops.get('alice')).toEqual({
      status: 'stopped',
      stopTimestamp: null,
      url: null,
    })
    expect(await refusalOf(server.origin, late)).toBe(401)
  })

  test('its files are there when it is resumed', async () => {
    await desktops.start('alice')
    await running()
    expect(await readFile(await homeFile('typed'), 'utf8')).toMatch('grün')
  })

  test('a ticket opens nothing once its desktop is stopped, deleted or another', async () => {
    const valid = await ticket()
    await desktops.stop('alice')
    await stopped()
    expect(await refusalOf(server.origin, valid)).toBe(404)
    await desktops.start('alice')
    await running()
    const pages = await Promise.all([view(server.origin, valid), view(server.origin, valid)])
    for (const page of pages) await page.close()
    await desktops.create('bob')
    const ofBob = await eventually(async () => ticketOf((await desktops.get('bob')).url))
    await desktops.reset('bob')
    expect(await refusalOf(server.origin, ofBob)).toBe(401)
    await desktops.create('bob')
    const next = await eventually(async () => ticketOf((await desktops.get('bob')).url))
    expect(await refusalOf(server.origin, ofBob)).toBe(401)
    await (await view(server.origin, next)).close()
    await desktops.reset('bob')
  })

  test.runIf(isSandboxed)(
    'one that multiplies ends, in error, and can be started again',
    async () => {
      const viewer = await view(server.origin, await ticket())
      viewer.type('for i in $(seq 600); do sleep 600 & done\n')
      expect(await viewer.closed).toBe(4410)
      // Its connection is cut a moment before the platform knows that all of it is gone.
      await eventually(async () => expect(await status()).toBe('error'))
      await desktops.start('alice')
      await running()
    },
  )

  test('after a restart of the platform it is stopped, with its files', async () => {
    await desktops.close()
    desktops = await server.open()
    expect(await status()).toBe('stopped')
    expect(await readFile(await homeFile('typed'), 'utf8')).toMatch('grün')
  })

  test('a reset deletes it and its files', async () => {
    const file = await homeFile('typed')
    await desktops.reset('alice')
    await expect(desktops.get('alice')).rejects.toMatchObject({ code: 'NO_FLUGZEUG' })
    await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' })
    expect(await server.database.db.query.desktops.findMany()).toEqual([])
  })
})

test.runIf(canRun)('a platform that is killed leaves no desktop behind', async () => {
  const script = join(import.meta.dirname, 'desktop-to-kill.ts')
  const platform = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [folder] = (await once(platform.stdout, 'data')) as [Buffer]
  const base = join(folder.toString(), 'desktops')
  const [id = ''] = await readdir(base)
  const { pid } = JSON.parse(await readFile(join(base, id, 'process.json'), 'utf8'))
  const processes = () => processesOf(platform.pid ?? Number.NaN)
  const hasInternet = () => processes().some(({ command }) => command.startsWith('pasta '))
  if (canJoinInternet) await eventually(() => expect(hasInternet()).toBe(true))
  const all = processes()
  expect(all.map(one => one.pid)).toContain(pid)
  platform.kill('SIGKILL')
  await haveEnded(all)
  await rm(folder.toString(), { recursive: true })
})
