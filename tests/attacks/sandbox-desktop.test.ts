import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { access, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { connect, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { homeUse } from '../../platform/desktop/home/use.ts'
import type { ForwardedPort } from '../../platform/desktop/network/forwarded-ports.ts'
import { createProcessDriver } from '../../platform/desktop/processes/driver.ts'
import { sandboxed, whyNotSandboxed } from '../../platform/desktop/processes/sandbox.ts'
import { portOf } from '../../platform/environments/process/ports.ts'
import { createLog } from '../../platform/log.ts'
import { descendantsOf } from '../../platform/runtime/process-table.ts'
import {
  type DesktopServer,
  startDesktopServer,
  lease as usual,
} from '../platform/desktop/desktop-server.ts'
import { ticketOf, type Viewer, view } from '../platform/desktop/rfb.ts'
import { scriptsIn, typeUntil } from '../platform/desktop/terminal.ts'
import { eventually } from '../support/eventually.ts'
import { createSimulatedClock } from '../support/simulated-clock.ts'
import { folderOnDisk } from '../support/temporary-files.ts'
import { canExhaustMemory, memoryAttacks } from './sandboxes/memory.ts'

const programs = ['Xvnc', 'openbox', 'xterm', 'bwrap', 'unshare', 'ip']
const missing = await Promise.all(
  programs.map(name =>
    access(`/usr/bin/${name}`).then(
      () => [],
      () => [name],
    ),
  ),
).then(lists => lists.flat())
const reason =
  missing.length > 0 ? `needs ${missing.join(', ')}` : (await whyNotSandboxed(tmpdir())).sandbox
const lease = { ...usual, homeMb: 256 }

describe.skipIf(reason)(`an attacker who sits at a desktop ${reason ?? ''}`, () => {
  const clock = createSimulatedClock(Date.UTC(2026, 4, 1))
  const service = createHttpServer((_, response) => response.end('the environment'))
  const echo = createSocket('udp4')
  const secret = createHttpServer((_, response) => response.end('of the host'))
  let server: DesktopServer
  let desktops: Awaited<ReturnType<DesktopServer['open']>>
  let viewer: Viewer
  let ports: ForwardedPort[] = []
  let base: string
  const status = async () => (await desktops.get('alice')).status
  const running = () => eventually(async () => expect(await status()).toBe('running'))

  const run = scriptsIn(
    () => viewer,
    () => join(base, 'home'),
  )
  const tcp = (address: string, port: number, seconds = 30) =>
    run(
      `timeout ${seconds} bash -c 'exec 3<>/dev/tcp/${address}/${port} && printf "GET / HTTP/1.0\\r\\n\\r\\n" >&3 && cat <&3'`,
    )

  beforeAll(async () => {
    for (const server of [service, secret]) {
      server.listen(0, '0.0.0.0')
      await once(server, 'listening')
    }
    echo.on('message', (data, { port, address }) => echo.send(data, port, address))
    echo.bind(0, '127.0.0.1')
    await once(echo, 'listening')
    server = await startDesktopServer(clock, undefined, { dataIn: folderOnDisk() })
    const folder = join(server.dataFolder, 'desktops')
    const driver = createProcessDriver({
      folder,
      sandbox: sandboxed,
      settings: () => lease,
      address: 'ctf.example.org',
      log: createLog('silent'),
      measureEveryMs: 200,
    })
    desktops = await server.open({ driver, portsOf: async () => ports })
    await desktops.create('alice')
    await running()
    const [row] = await server.database.db.query.desktops.findMany()
    base = join(folder, row?.id ?? '')
    viewer = await view(server.origin, ticketOf((await desktops.get('alice')).url))
  })
  afterAll(async () => {
    await server.close()
    service.close()
    secret.close()
    echo.close()
  })

  const hostAddresses = () => [
    '127.0.0.1',
    '0.0.0.0',
    ...Object.values(networkInterfaces())
      .flatMap(list => list ?? [])
      .filter(({ family, internal }) => family === 'IPv4' && !internal)
      .map(({ address }) => address),
    ...['198.18.0.1', '169.254.169.254', '10.0.0.1', '192.168.0.1', '172.17.0.1', '1.1.1.1'],
  ]

  test('reaches no port of the host, by no address', async () => {
    for (const address of hostAddresses()) {
      const said = await tcp(address, portOf(secret))
      expect([address, said]).toEqual([address, expect.not.stringContaining('of the host')])
      expect(said).toMatch(/refused|unreachable|No route|Permission/)
    }
  })

  test('reaches the environments of its own account, and only while they run', async () => {
    const target = { host: '127.0.0.1', port: portOf(service) }
    const way = (ip: string, port: number): ForwardedPort => ({
      ip,
      port,
      transport: 'tcp',
      target,
    })
    const udp: ForwardedPort = {
      ip: '127.0.0.1',
      port: 40_005,
      transport: 'udp',
      target: { host: '127.0.0.1', port: echo.address().port },
    }
    expect(await tcp('127.0.0.1', 40_001)).toContain('refused')
    ports = [
      way('127.0.0.1', 40_001),
      way('ctf.example.org', 40_002),
      way('203.0.113.9', 40_003),
      udp,
    ]
    clock.advance(1000)
    await eventually(async () =>
      expect(await tcp('127.0.0.1', 40_001, 5)).toContain('the environment'),
    )
    expect(await tcp('ctf.example.org', 40_002)).toContain('the environment')
    expect(await tcp('203.0.113.9', 40_003)).toContain('the environment')
    expect(
      await run(
        `exec 3<>/dev/udp/127.0.0.1/40005; echo ping >&3; head -c 5 <&3`
          .replace(/^/, "bash -c '")
          .concat("'"),
      ),
    ).toBe('ping\n')
    ports = []
    clock.advance(1000)
    await eventually(async () => expect(await tcp('127.0.0.1', 40_001, 5)).toContain('refused'))
  })

  test('listens where nobody outside hears it', async () => {
    const port = 40_010
    viewer.type(
      `perl -MIO::Socket::INET -e 'IO::Socket::INET->new(Listen=>1,LocalAddr=>"0.0.0.0:${port}")&&sleep 600' &\n`,
    )
    await eventually(
      // The port sends nothing, so reading from it would never end.
      async () => expect(await run(`bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}'`)).toBe(''),
    )
    const socket = connect(port, '127.0.0.1')
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ECONNREFUSED')
    viewer.type('kill %1\n')
  })

  test('sees neither sockets nor displays of the host', async () => {
    const server = createServer().listen('\0guidon-attack')
    await once(server, 'listening')
    expect(await run('cat /proc/net/unix')).not.toContain('guidon-attack')
    const port = portOf(secret).toString(16).toUpperCase().padStart(4, '0')
    expect(await run('cat /proc/net/tcp /proc/net/tcp6')).not.toContain(`:${port} 00000000:`)
    server.close()
  })

  test('changes nothing of its network', async () => {
    expect(await run('ip rule add to 10.0.0.0/8 lookup main')).toMatch(/not permitted/)
    expect(await run('ip address add 10.0.0.1/8 dev lo')).toMatch(/not permitted/)
    expect(await run('unshare -Ur ip address add 10.0.0.1/8 dev lo')).toMatch(/not permitted/)
  })

  test('reads no path of the host from its first process', async () => {
    const text = await run("cat /proc/1/cmdline /proc/1/environ | tr '\\0' '\\n'")
    expect(text).toContain('bwrap')
    for (const path of [server.dataFolder, process.cwd()]) expect(text).not.toContain(path)
    expect(await run('ls -l /proc/1/fd')).not.toMatch(/ [3-9] -> socket/)
  })

  test('mounts no file systems in memory, also where it has a namespace of its own', async () => {
    expect(await run('unshare -Ur echo own')).toBe('own\n')
    const mount = 'unshare -Urm --propagation unchanged mount -t tmpfs x /tmp 2>&1'
    expect(await run(mount)).toContain('Function not implemented')
  })

  test('has a limited number of networks, which take memory, and of other namespaces', async () => {
    const [unshare, user] = [{ x64: 272, arm64: 97 }[process.arch as 'x64' | 'arm64'], 0x10000000]
    const made = (kind: number) =>
      run(`perl -e 'syscall(${unshare}, ${user}); for (1..1000) {
        last if syscall(${unshare}, ${kind}) != 0;
        open my $it, "<", "/proc/self/ns/" . (${kind} == 0x40000000 ? "net" : "ipc"); push @kept, $it
      } print scalar(@kept)'`)
    for (const kind of [0x40000000, 0x08000000]) {
      expect(Number(await made(kind))).toBeGreaterThan(100)
      expect(Number(await made(kind))).toBeLessThan(260)
    }
    expect(Number(await readFile('/proc/sys/user/max_net_namespaces', 'utf8'))).toBeGreaterThan(256)
  })

  const {
    'empty files': emptyFiles,
    'connections that nobody reads': connections,
    ...others
  } = memoryAttacks
  test.runIf(canExhaustMemory).each(Object.entries(others))(
    'takes no more than its memory as %s',
    async (name, hoard) => {
      const said = await run(`${hoard(lease.memoryMb + 200)}; echo "ended by $?"`)
      if (/System V|without a name/.test(name)) expect(said).toContain('Function not implemented')
      else expect(said).toContain('ended by 137')
      expect(await status()).toBe('running')
    },
  )

  test.runIf(canExhaustMemory)(
    'takes no more than its memory while a home is measured that takes long',
    async () => {
      const slow = await mkdtemp(join(tmpdir(), 'guidon-slow-du-'))
      onTestFinished(() => rm(slow, { recursive: true, force: true }))
      const program = `#!/bin/sh\ntouch '${slow}/asked'\nwhile [ -e '${slow}' ]; do sleep 0.1; done\n`
      await writeFile(join(slow, 'du'), program, { mode: 0o755 })
      vi.stubEnv('PATH', `${slow}:${process.env.PATH}`)
      onTestFinished(() => void vi.unstubAllEnvs())
      await eventually(() => access(join(slow, 'asked')))
      const hoard = others['shared anonymous memory'](lease.memoryMb + 200)
      expect(await run(`${hoard}; echo "ended by $?"`)).toContain('ended by 137')
    },
  )

  test('fills its home to its quota: what goes on writing is ended, its files stay', async () => {
    // Slow enough for a busy platform to see it before the desktop as a whole is over its limit.
    const writer = `head -c 220M /dev/zero >~/one
      perl -e 'open F, ">", "$ENV{HOME}/two"; F->autoflush;
      for (1..400) { print F "x" x 524288; select undef, undef, undef, 0.1 }'
      echo "ended by $?"`
    expect(await run(writer)).toContain('ended by 137')
    const sizes = await Promise.all(['one', 'two'].map(name => stat(join(base, 'home', name))))
    const mb = sizes.reduce((sum, { size }) => sum + size, 0) / 2 ** 20
    expect(mb).toBeGreaterThan(0.8 * lease.homeMb)
    expect(mb).toBeLessThan(1.25 * lease.homeMb)
    expect(await status()).toBe('running')
    // A window shows the message.
    const windows = () => run('xwininfo -root -tree | grep -c Flugzeug')
    await eventually(async () => expect(Number(await windows())).toBeGreaterThan(0))
    expect(await run('rm ~/one ~/two && echo gone')).toBe('gone\n')
  })

  test('hides no files from its quota: deleted ones, closed folders, and many', async () => {
    const home = join(base, 'home')
    const before = await homeUse(home, [])
    await run('mkdir ~/closed && head -c 20M /dev/zero >~/closed/file && chmod 000 ~/closed')
    await run('mkdir ~/many && cd ~/many && seq 2000 | xargs touch')
    expect(await homeUse(home, [])).toBeGreaterThan(before + 20 + 7)
    viewer.type('exec 5>~/lost; rm ~/lost; head -c 30M /dev/zero >&5; touch ~/written\n')
    await eventually(() => access(join(home, 'written')))
    const { pid } = JSON.parse(await readFile(join(base, 'process.json'), 'utf8'))
    const pids = (await descendantsOf([pid])).get(pid) ?? []
    expect(await homeUse(home, pids)).toBeGreaterThan(before + 20 + 7 + 30)
    await run('chmod 700 ~/closed; rm -r ~/closed ~/many')
    viewer.type('exec 5>&-\n')
  })

  test.runIf(canExhaustMemory).each([
    ['files in /tmp', emptyFiles],
    ['connections that nobody reads', connections],
  ])('ends when its %s take too much memory', async (_name, hoard) => {
    viewer.type(`${hoard(lease.memoryMb).replaceAll(/\n\s*/g, ' ')}\n`)
    await viewer.closed
    await eventually(async () => expect(await status()).toBe('error'))
    await desktops.start('alice')
    await running()
    viewer = await view(server.origin, ticketOf((await desktops.get('alice')).url))
    expect(await run('ls /tmp | wc -l')).toMatch(/^\d{1,2}\n/)
  })

  test('that grows on ends with its files, and can be started again to clean up', async () => {
    // Each of many programs writes a little, so ending one of them does not help.
    viewer.type(
      'for i in $(seq 40); do (for j in $(seq 30); do head -c 4M /dev/zero >>~/part$i; done) & done\n',
    )
    await viewer.closed
    await eventually(async () => expect(await status()).toBe('error'))
    await access(join(base, 'home', 'part1'))
    await desktops.start('alice')
    await running()
    viewer = await view(server.origin, ticketOf((await desktops.get('alice')).url))
    await typeUntil(viewer, '\nrm -f ~/part*; touch ~/cleaned\n', () =>
      access(join(base, 'home', 'cleaned')),
    )
    expect(await status()).toBe('running')
  })
})
