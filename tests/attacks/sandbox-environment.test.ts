import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EnvironmentDriver } from '../../platform/environments/driver.ts'
import { chooseSandbox } from '../../platform/environments/process/choose-sandbox.ts'
import { createProcessDriver } from '../../platform/environments/process/driver.ts'
import { openPort, portOf } from '../../platform/environments/process/ports.ts'
import { createLog } from '../../platform/log.ts'
import { serviceSpec } from '../platform/environments/service.ts'
import { canExhaustMemory, memoryAttacks } from './sandboxes/memory.ts'

const log = createLog('silent')
const { confines } = await chooseSandbox(log)
const challenge = join(import.meta.dirname, 'sandboxes', 'challenge')
const memoryMb = 128

describe.skipIf(!confines)('a taken-over service in its box (needs bubblewrap 0.8)', () => {
  let driver: EnvironmentDriver
  let host: Server
  const ended = new Map<string, () => void>()
  /** Starts an environment. Resolves with a function that runs a script in it, and with its end. */
  const take = async (id: string) => {
    const over = new Promise<void>(resolve => ended.set(id, resolve))
    const spec = serviceSpec(id, { folder: challenge, definition: { memoryMb } })
    const { endpoints } = await driver.start(spec, new AbortController().signal)
    const url = `http://${endpoints[0]?.ip}:${endpoints[0]?.port}/`
    return {
      over,
      run: async (script: string) => (await fetch(url, { method: 'POST', body: script })).text(),
    }
  }
  let box: Awaited<ReturnType<typeof take>>

  beforeAll(async () => {
    host = await openPort('127.0.0.1')
    driver = await createProcessDriver({ host: '127.0.0.1', log })
    driver.watch(id => ended.get(id)?.())
    box = await take('attacker')
  })
  afterAll(async () => {
    await driver.close()
    host.close()
  })

  test.runIf(canExhaustMemory).each(Object.entries(memoryAttacks))(
    'takes no more than its memory as %s',
    async (name, hoard) => {
      const hungry = await take(name.replaceAll(' ', '-'))
      const said = await hungry.run(`${hoard(900)} 2>&1`).catch(() => 'ended')
      if (said.startsWith('refused:')) return expect(said).toContain('Function not implemented')
      // If the platform never notices, the service lives on, and this waits in vain.
      await hungry.over
      await expect(hungry.run('true')).rejects.toThrow()
    },
  )

  test('may use segments of System V within its memory, as PostgreSQL does', async () => {
    const segment = `perl -e '$id = shmget(0, 1<<20, 0600); shmwrite($id, "kept", 0, 4);
      shmread($id, $text, 0, 4); print $text'`
    expect(await box.run(segment)).toBe('kept')
  })

  test('reads no path of the host from its first process', async () => {
    const text = await box.run("cat /proc/1/cmdline /proc/1/environ | tr '\\0' '\\n'")
    expect(text).toContain('bwrap')
    for (const path of [challenge, dirname(process.execPath), process.cwd()])
      expect(text).not.toContain(path)
  })

  test('is given no descriptor by its first process that leads out of its box', async () => {
    const text = await box.run('ls -l /proc/1/fd')
    const sockets = text.split('\n').filter(line => line.includes('socket:'))
    // Only its output: the platform keeps the last lines of that.
    expect(sockets.map(line => / (\d+) -> /.exec(line)?.[1])).toEqual(['1', '2'])
  })

  test('reads no solution and no definition, at whatever depth of its folder', async () => {
    expect(await box.run('ls src/writeups')).toBe('')
    expect(await box.run('cat src/solve.mjs')).toContain('Permission denied')
    expect(await box.run('cat src/challenge.yml')).toContain('Permission denied')
    expect(await box.run('cat vendor/library/solve.mjs')).toContain('42')
  })

  test('reaches nothing of the host through a link in its folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'guidon-outside-'))
    await writeFile(join(outside, 'secret'), 'of the host')
    const link = join(challenge, 'link')
    await rm(link, { force: true })
    await symlink(outside, link)
    try {
      const linked = await take('linked')
      expect(await linked.run('cat link/secret')).toContain('No such file')
    } finally {
      await rm(link)
      await rm(outside, { recursive: true })
    }
  })

  test.each([
    ['the loopback interface', () => '127.0.0.1'],
    ['every address of the host', () => '0.0.0.0'],
    ['its gateway', () => '192.0.2.1'],
    ['the metadata of a cloud', () => '169.254.169.254'],
  ])("reaches no port of the host's by %s", async (_, address) => {
    const script = `node -e "require('node:net').connect(${portOf(host)}, '${address()}')
      .on('connect', () => { console.log('reached'); process.exit() })
      .on('error', error => console.log(error.code))"`
    expect(await box.run(script)).toMatch(/ECONNREFUSED|ENETUNREACH/)
  })

  test('makes no namespace, mounts nothing and traces nobody', async () => {
    expect(await box.run('unshare -Ur true')).toMatch(/No space left|not permitted/)
    expect(await box.run('mount -t tmpfs x /tmp')).toMatch(
      /denied|permitted|superuser|not implemented/,
    )
    expect(await box.run('ls /proc/1/root/')).toBe(await box.run('ls /'))
  })
})
