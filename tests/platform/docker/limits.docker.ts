import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import Docker from 'dockerode'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { containerName } from '../../../platform/environments/docker/containers.ts'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import type { EnvironmentDriver } from '../../../platform/environments/driver.ts'
import type { EnvironmentDefinition } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { eventually } from '../../support/eventually.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { buildFolder, containerSpec, telling, whyNoEngine } from './fixture.ts'

const reason = await whyNoEngine()
const platform = `limits-${process.pid}`

describe.skipIf(reason)(`limits of one challenge ${reason ?? ''}`, () => {
  const docker = new Docker()
  const said: string[] = []
  const log = createLog('warn', { write: line => void said.push(line) })
  let driver: EnvironmentDriver
  let folder: string

  const start = (
    id: string,
    limits: Partial<EnvironmentDefinition>,
    build = folder,
    peers = '',
  ) => {
    const spec = containerSpec(id, build, { variables: { PEERS: peers } })
    const definition = { ...spec.definition, ...limits } as EnvironmentDefinition
    return driver.start({ ...spec, definition }, neverAborted)
  }

  beforeAll(async () => {
    folder = await buildFolder(telling)
    driver = await createDockerDriver({ docker, platform, host: '127.0.0.1', log, graceMs: 500 })
  })
  afterEach(async () => {
    for (const { id } of await driver.list()) await driver.stop(id)
    said.length = 0
  })
  afterAll(async () => {
    await driver.close()
    const left = await docker.listNetworks({ filters: { label: [`guidon.platform=${platform}`] } })
    expect(left).toEqual([])
  })

  test('its share of the processors', async () => {
    await start('half', { cpus: 0.5 })
    const { HostConfig } = await docker
      .getContainer(containerName({ platform, id: 'half' }))
      .inspect()
    expect(HostConfig.NanoCpus).toBe(5e8)
  })

  test('no more processors than the engine has, and a message says so', async () => {
    const { NCPU } = await docker.info()
    await start('greedy', { cpus: NCPU + 1 })
    const { HostConfig } = await docker
      .getContainer(containerName({ platform, id: 'greedy' }))
      .inspect()
    expect(HostConfig.NanoCpus).toBe(NCPU * 1e9)
    const { definition } = containerSpec('any', folder)
    expect(driver.shortcomings({ ...definition, cpus: NCPU + 1 })).toEqual([
      `it gets ${NCPU} processors, all that the engine has`,
    ])
    expect(driver.shortcomings(definition)).toEqual([])
  })

  test('it is ended when it writes more than its disk, with the reason in the log', async () => {
    const filling = await buildFolder(`
(sleep 1; dd if=/dev/zero of=/filling bs=1M count=40 2>/dev/null) &
${telling}`)
    const { definition } = containerSpec('any', filling)
    const ended = Promise.withResolvers<unknown[]>()
    const unwatch = driver.watch((...end) => ended.resolve(end))
    const [shortcoming] = driver.shortcomings({ ...definition, diskMb: 20 })
    await start('modest', { diskMb: 100 }, filling)
    await start('filling', { diskMb: 20 }, filling)
    // Where the storage has quotas, the program gets an error instead, and goes on.
    if (!shortcoming) return
    expect(shortcoming).toMatch(/^its disk is measured every 5 s, and it is ended beyond 20 MB/)
    expect(await ended.promise).toEqual([
      'filling',
      { excess: 'disk', reason: 'it wrote more than 20 MB of files' },
    ])
    unwatch()
    expect(said.join('')).toContain('it wrote more than 20 MB of files')
    expect((await driver.list()).map(({ id }) => id)).toEqual(['modest'])
  })

  describe.skipIf(process.getuid?.() !== 0)('internet (only root can make a network)', () => {
    const space = `guidon-${process.pid}`
    const [near, far] = ['g-near', 'g-far']
    /** 203.0.113.0/24 is reserved for documentation, and is not private. */
    const [own, internet, neighbour] = ['203.0.113.1', '203.0.113.2', '10.213.77.2']
    const ip = (...words: string[]) => execFileSync('ip', words)
    const inside = ['netns', 'exec', space, 'busybox', 'nc', '-ll', '-p']
    const servers = ['7070', '53'].map(port => [...inside, port, '-e', 'true'])
    let running: ReturnType<typeof spawn>[] = []

    beforeAll(async () => {
      ip('netns', 'add', space)
      ip('link', 'add', near, 'type', 'veth', 'peer', 'name', far, 'netns', space)
      ip('address', 'add', `${own}/24`, 'dev', near)
      ip('link', 'set', near, 'up')
      ip('route', 'add', `${neighbour}/32`, 'dev', near)
      for (const address of [`${internet}/24`, `${neighbour}/32`])
        ip('-n', space, 'address', 'add', address, 'dev', far)
      for (const device of [far, 'lo']) ip('-n', space, 'link', 'set', device, 'up')
      running = servers.map(words => spawn('ip', words, { stdio: 'ignore' }))
      for (const peer of [`${internet} 7070`, `${neighbour} 53`])
        await eventually(() => execFileSync('busybox', ['nc', ...peer.split(' ')], { input: '' }))
    })
    afterAll(async () => {
      for (const one of running) {
        const gone = once(one, 'exit')
        one.kill('SIGKILL')
        await gone
      }
      ip('netns', 'delete', space)
    })

    const look = async (id: string, limits: Partial<EnvironmentDefinition>) => {
      const peers = [`${internet}:7070`, `${neighbour}:7070`, `${neighbour}:53`, `${own}:22`]
      const { endpoints } = await start(id, limits, folder, peers.join(' '))
      const text = await (await fetch(`http://127.0.0.1:${endpoints[0]?.port}/`)).text()
      return peers.filter(peer => text.includes(`reached ${peer}`))
    }

    test('one that may reach it reaches that and its resolver, but no neighbour', async () => {
      expect(await look('open', { internet: true })).toEqual([
        `${internet}:7070`,
        `${neighbour}:53`,
      ])
      expect(said).toEqual([])
    })

    test('any other reaches neither', async () => {
      expect(await look('closed', {})).toEqual([])
    })
  })
})
