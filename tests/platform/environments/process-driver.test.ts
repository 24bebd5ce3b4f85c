import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { constants, getPriority } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, test } from 'vitest'
import {
  type EnvironmentDriver,
  EnvironmentStartError,
} from '../../../platform/environments/driver.ts'
import { chooseSandbox } from '../../../platform/environments/process/choose-sandbox.ts'
import { createProcessDriver } from '../../../platform/environments/process/driver.ts'
import { createLog } from '../../../platform/log.ts'
import type { Endpoint } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { attempt, serviceSpec } from './service.ts'

const log = createLog('silent')
const { confines } = await chooseSandbox(log)
/** Marks this run's processes in the list of the host's processes. */
const mark = `4000.${process.pid}`

describe.each([
  { sandbox: 'auto' as const, runs: confines },
  { sandbox: 'plain' as const, runs: true },
])('an environment as a process ($sandbox)', ({ sandbox, runs }) => {
  const drivers: EnvironmentDriver[] = []
  const children: ChildProcess[] = []
  const open = async (graceMs = 2000) => {
    const driver = await createProcessDriver({ host: '127.0.0.1', log, sandbox, graceMs })
    drivers.push(driver)
    return driver
  }
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL')
    await Promise.all(drivers.splice(0).map(driver => driver.close()))
  })

  test.skipIf(!runs)('answers on a port of its own once it is started', async () => {
    const driver = await open()
    const [one, other] = await Promise.all(
      ['one', 'other'].map(id => driver.start(serviceSpec(id), neverAborted)),
    )
    expect(await driver.list()).toHaveLength(2)
    expect(one?.endpoints[0]?.port).not.toBe(other?.endpoints[0]?.port)
    for (const running of [one, other]) {
      const { answer } = await attempt(running?.endpoints[0], 'environment')
      expect(answer).toMatchObject({ FLAG: 'GUIDON{of-this-account}' })
    }
    expect(one?.endpoints[0]).toMatchObject({ ip: '127.0.0.1', protocol: 'http', title: 'Web' })
  })

  test.skipIf(!runs)('has each of its ports, also if two are 10,000 apart', async () => {
    const driver = await open()
    const program = `for (const name of ['LOW', 'HIGH'])
      require('http').createServer((_, answer) => answer.end(name))
        .listen(process.env['PORT_' + name], process.env.HOST)`
    const definition = {
      command: ['node', '-e', program],
      ports: ['low', 'high'].map((title, at) => ({
        port: 80 + at * 10_000,
        protocol: 'http',
        title,
      })),
    }
    const { endpoints } = await driver.start(serviceSpec('apart', { definition }), neverAborted)
    const answers = endpoints.map(async ({ port }) =>
      (await fetch(`http://127.0.0.1:${port}`)).text(),
    )
    expect(await Promise.all(answers)).toEqual(['LOW', 'HIGH'])
  })

  test.skipIf(!runs)('tells which limits nothing keeps here', async () => {
    const driver = await open()
    const { definition } = serviceSpec('any', { definition: { cpus: 2, diskMb: 100 } })
    expect(driver.shortcomings(serviceSpec('any').definition)).toEqual([])
    expect(driver.shortcomings(definition)).toEqual([
      'its processors are not limited here, because the kernel gives no control groups',
      ...(sandbox === 'plain'
        ? ['its disk is not limited here, because bubblewrap does not work']
        : []),
    ])
  })

  test.skipIf(!runs)('that ends before it answers says why', async () => {
    const driver = await open()
    const command = ['sh', '-c', 'echo the database is missing >&2; exit 3']
    const start = driver.start(serviceSpec('broken', { definition: { command } }), neverAborted)
    await expect(start).rejects.toThrow(
      new EnvironmentStartError(
        'it ended with exit code 3; it last said:\nthe database is missing',
      ),
    )
    expect(await driver.list()).toEqual([])
  })

  test.skipIf(!runs)(
    'is not reset by the test whether it answers, which simple services do not survive',
    async () => {
      const driver = await open()
      const program = `require('net').createServer(socket => {
      socket.on('error', () => process.exit(9))
      socket.end('x'.repeat(1e6))
    }).listen(process.env.PORT)`
      const definition = { command: ['node', '-e', program] }
      const running = await driver.start(serviceSpec('greets', { definition }), neverAborted)
      const [endpoint] = running.endpoints
      const socket = connect({ host: '127.0.0.1', port: endpoint?.port ?? 0 })
      let bytes = 0
      for await (const chunk of socket) bytes += chunk.length
      expect(bytes).toBe(1e6)
      expect(await driver.list()).toHaveLength(1)
    },
  )

  test.skipIf(!runs)('has less priority than the platform', async () => {
    const driver = await open()
    const definition = { command: ['sh', '-c', 'nice >&2; exit 3'] }
    const start = driver.start(serviceSpec('nice', { definition }), neverAborted)
    const niceness = Math.min(getPriority() + 10, constants.priority.PRIORITY_LOW)
    await expect(start).rejects.toThrow(`it last said:\n${niceness}`)
  })

  test.skipIf(!runs)('that does not answer in time is ended and reported', async () => {
    const driver = await open()
    const definition = { command: ['sleep', mark], startTimeoutMs: 300 }
    const start = driver.start(serviceSpec('mute', { definition }), neverAborted)
    await expect(start).rejects.toThrow(
      new EnvironmentStartError('no answer on port 8080 within 300 ms'),
    )
    await hasEnded(`sleep ${mark}`)
  })

  test.skipIf(!runs)('whose start is aborted leaves nothing behind', async () => {
    const driver = await open()
    const abort = new AbortController()
    const command = ['sleep', mark]
    const start = driver.start(serviceSpec('waited', { definition: { command } }), abort.signal)
    const refused = expect(start).rejects.toThrow('not wanted any more')
    await eventually(() => expect(running(`sleep ${mark}`)).not.toEqual([]))
    abort.abort(new Error('not wanted any more'))
    await refused
    await hasEnded(`sleep ${mark}`)
  })

  test.skipIf(!runs)('that crashes is noticed', async () => {
    const driver = await open()
    const { endpoints } = await driver.start(serviceSpec('crash'), neverAborted)
    const exits = Promise.withResolvers<string>()
    driver.watch(exits.resolve)
    await attempt(endpoints[0], 'exit', '1').catch(() => {})
    expect(await exits.promise).toBe('crash')
    expect(await driver.list()).toEqual([])
    await expect(attempt(endpoints[0], 'user')).rejects.toThrow()
  })

  test.skipIf(!runs)('that is stopped is gone, and is not reported as crashed', async () => {
    const driver = await open()
    const { endpoints } = await driver.start(serviceSpec('done'), neverAborted)
    const exits: string[] = []
    driver.watch(id => exits.push(id))
    await driver.stop('done')
    await expect(attempt(endpoints[0], 'user')).rejects.toThrow()
    expect([exits, await driver.list()]).toEqual([[], []])
  })

  test.skipIf(!runs)('that will not end is ended after the grace', async () => {
    const driver = await open(300)
    const spec = serviceSpec('stubborn', { variables: { STUBBORN: 'yes' } })
    await driver.start(spec, neverAborted)
    const begin = performance.now()
    await driver.stop('stubborn')
    const took = performance.now() - begin
    expect(took).toBeGreaterThan(290)
  })

  test.skipIf(!runs)('does not outlive a platform that is killed', async () => {
    const program = join(import.meta.dirname, 'killed-platform.ts')
    const child = spawn(process.execPath, [program, sandbox, mark], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    const [line] = await once(createInterface({ input: child.stdout }), 'line')
    const endpoint = JSON.parse(line) as Endpoint
    expect((await attempt(endpoint, 'user')).answer).toBeDefined()
    child.kill('SIGKILL')
    await eventually(() => expect(attempt(endpoint, 'user')).rejects.toThrow())
    await hasEnded(`orphan ${mark}`)
  })
})

test('an image, a Dockerfile or a UDP port is not for this driver', async () => {
  const driver = await createProcessDriver({ host: '127.0.0.1', log })
  const { definition } = serviceSpec('any')
  const udp = [{ port: 53, protocol: 'udp', title: '' }]
  expect(driver.unsupported(definition)).toBe(null)
  expect(driver.unsupported({ ...definition, kind: 'image', image: 'nginx' })).toContain('Docker')
  expect(driver.unsupported({ ...definition, ports: udp })).toContain('UDP')
})

/** A relay that is slow to end is killed. The kernel kills its programs a moment later. */
const hasEnded = (text: string) => eventually(() => expect(running(text)).toEqual([]))

/** The command lines of this host's processes that contain the text, without ours. */
function running(text: string): string[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map(pid => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      } catch {
        return ''
      }
    })
    .filter(line => line.includes(text))
}
