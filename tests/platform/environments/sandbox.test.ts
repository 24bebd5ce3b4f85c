import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ending, EnvironmentDriver } from '../../../platform/environments/driver.ts'
import { chooseSandbox } from '../../../platform/environments/process/choose-sandbox.ts'
import { createProcessDriver } from '../../../platform/environments/process/driver.ts'
import { openPort, portOf } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import type { Endpoint } from '../../../src/api/contract.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { attempt, challengeFolder, serviceSpec } from './service.ts'

const log = createLog('silent')
const { confines } = await chooseSandbox(log)

describe.skipIf(!confines)(
  'a service in the sandbox (needs bubblewrap 0.8 and user namespaces)',
  () => {
    let driver: EnvironmentDriver
    let endpoint: Endpoint | undefined
    let dataFolder: string
    let hostServer: Server

    beforeAll(async () => {
      dataFolder = await mkdtemp(join(tmpdir(), 'guidon-data-'))
      await writeFile(join(dataFolder, 'secret'), 'the database')
      hostServer = await openPort('127.0.0.1')
      process.env.PLATFORM_SECRET = 'of the platform'
      driver = await createProcessDriver({ host: '127.0.0.1', log })
      const spec = serviceSpec('attacker')
      const command = ['sh', '-c', 'ls -l /proc/self/fd > /tmp/descriptors; exec node service.mjs']
      const running = await driver.start(
        { ...spec, definition: { ...spec.definition, kind: 'process', command } },
        neverAborted,
      )
      endpoint = running.endpoints[0]
    })
    afterAll(async () => {
      await driver.close()
      hostServer.close()
      delete process.env.PLATFORM_SECRET
      await rm(dataFolder, { recursive: true })
    })

    test('has as much room for files as its challenge says', async () => {
      const definition = { diskMb: 8 }
      const { endpoints } = await driver.start(serviceSpec('roomy', { definition }), neverAborted)
      expect(await attempt(endpoints[0], 'capacity', '/tmp')).toEqual({ answer: 8 })
      expect(await attempt(endpoint, 'capacity', '/tmp')).toEqual({ answer: 64 })
      await driver.stop('roomy')
    })

    test('gets its ports, flags and account, and nothing of the platform', async () => {
      expect((await attempt(endpoint, 'environment')).answer).toEqual({
        ACCOUNT_ID: 'account-1',
        FLAG: 'GUIDON{of-this-account}',
        HOME: '/tmp',
        HOST: '127.0.0.1',
        LANG: 'C.UTF-8',
        PATH: '/opt/node/bin:/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin',
        PORT: '8080',
        PORT_WEB: '8080',
        PWD: '/challenge',
        TMPDIR: '/tmp',
      })
    })

    test('has a user of its own', async () => {
      expect((await attempt(endpoint, 'user')).answer).toMatchObject({
        uid: 1000,
        username: 'service',
      })
    })

    test.each([
      ['the data folder', () => dataFolder],
      ["the platform's files", () => join(challengeFolder, '../../../../platform')],
      ["the user's home", homedir],
    ])('cannot see %s', async (_, path) => {
      expect(await attempt(endpoint, 'list', path())).toEqual({ refused: 'ENOENT' })
    })

    test("reads its challenge's folder, but not what is the organiser's in it", async () => {
      expect(await attempt(endpoint, 'read', 'data/public.txt')).toEqual({
        answer: 'for everyone\n',
      })
      expect(await attempt(endpoint, 'read', 'challenge.yml')).toEqual({ refused: 'EACCES' })
      expect(await attempt(endpoint, 'list', 'solution')).toEqual({ answer: [] })
    })

    test('writes to its own /tmp and nowhere else', async () => {
      expect(await attempt(endpoint, 'write', '/tmp/mine')).toEqual({ answer: null })
      expect(await attempt(endpoint, 'write', '/dev/shm/mine')).toEqual({ answer: null })
      for (const path of [
        '/mine',
        '/dev/mine',
        '/etc/passwd',
        'mine',
        'solution/mine',
        '/usr/mine',
      ])
        expect([path, await attempt(endpoint, 'write', path)]).toEqual([path, { refused: 'EROFS' }])
    })

    test('sees no process but its own, not even the relay', async () => {
      expect((await attempt(endpoint, 'processes')).answer).toEqual(['bwrap', 'node'])
    })

    test('is given no socket but its own output', async () => {
      const descriptors = String((await attempt(endpoint, 'read', '/tmp/descriptors')).answer)
      const sockets = descriptors.split('\n').filter(line => line.includes('socket:'))
      expect(sockets.map(line => / (\d+) -> /.exec(line)?.[1])).toEqual(['2'])
    })

    test('cannot reach the platform, other environments or the internet', async () => {
      const other = await driver.start(serviceSpec('other'), neverAborted)
      const own = `127.0.0.1 ${endpoint?.port}`
      const addresses = [
        own,
        `127.0.0.1 ${other.endpoints[0]?.port}`,
        `127.0.0.1 ${portOf(hostServer)}`,
      ]
      for (const address of addresses)
        expect((await attempt(endpoint, 'connect', address)).answer).toBe('ECONNREFUSED')
      expect((await attempt(endpoint, 'connect', '192.0.2.1 80')).answer).toBe('ENETUNREACH')
      await driver.stop('other')
    })

    test('is ended with its whole sandbox when it takes too much memory', async () => {
      const small = await driver.start(
        serviceSpec('small', { definition: { memoryMb: 128 } }),
        neverAborted,
      )
      const ended = exitOf(driver, 'small')
      await attempt(small.endpoints[0], 'allocate', '200').catch(() => {})
      expect((await ended).excess).toBe('memory')
      await expect(attempt(small.endpoints[0], 'user')).rejects.toThrow()
    })

    test('is ended with its whole sandbox when it multiplies', async () => {
      const fork = await driver.start(serviceSpec('fork'), neverAborted)
      const ended = exitOf(driver, 'fork')
      await attempt(fork.endpoints[0], 'multiply', '400').catch(() => {})
      expect((await ended).excess).toBe('processes')
    })
  },
)

const exitOf = (driver: EnvironmentDriver, id: string) =>
  new Promise<Ending>(resolve => {
    const unwatch = driver.watch((which, ending) => {
      if (which !== id) return
      unwatch()
      resolve(ending)
    })
  })
