import { once } from 'node:events'
import { createServer } from 'node:http'
import Docker from 'dockerode'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { containerName } from '../../../platform/environments/docker/containers.ts'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import type { EnvironmentDriver, EnvironmentSpec } from '../../../platform/environments/driver.ts'
import { portOf } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { buildFolder, telling, whyNoEngine } from './fixture.ts'

const reason = await whyNoEngine()
const platform = `compose-${process.pid}`

describe.skipIf(reason)(`an environment of several containers ${reason ?? ''}`, () => {
  const docker = new Docker()
  const log = createLog('silent')
  let driver: EnvironmentDriver
  let app: string
  let store: string
  const open = () => createDockerDriver({ docker, platform, host: '127.0.0.1', log, graceMs: 500 })
  const named = (id: string, service: string) =>
    docker.getContainer(containerName({ platform, id, service }))
  const networks = () =>
    docker.listNetworks({
      filters: { label: [`guidon.platform=${platform}`, 'guidon.environment'] },
    })
  const containers = () =>
    docker.listContainers({ all: true, filters: { label: [`guidon.platform=${platform}`] } })

  const specOf = (id: string, peers: string[]): EnvironmentSpec => ({
    id,
    accountId: 'a',
    categorySlug: 'web',
    slug: 'shop',
    folder: app,
    variables: { FLAG: 'GUIDON{mine}' },
    definition: {
      kind: 'compose',
      memoryMb: 96,
      startTimeoutMs: 20_000,
      ports: [{ port: 8080, protocol: 'http', title: 'Shop', service: 'app' }],
      services: [
        {
          name: 'store',
          program: { kind: 'build', folder: store },
          memoryMb: 32,
          variables: {},
          capabilities: [],
          volumes: ['/data'],
        },
        {
          name: 'app',
          program: { kind: 'build', folder: app },
          memoryMb: 64,
          variables: { PEERS: peers.join(' '), SECRET: `of \${FLAG}` },
          capabilities: [],
          volumes: [],
        },
      ],
    },
  })
  const start = (id: string, peers: string[] = []) => driver.start(specOf(id, peers), neverAborted)
  const read = async (port = 0) => (await fetch(`http://127.0.0.1:${port}/`)).text()

  beforeAll(async () => {
    app = await buildFolder(telling)
    store = await buildFolder('exec nc -ll -p 6379 -e true')
    driver = await open()
  })
  afterEach(async () => {
    for (const { id } of await driver.list()) await driver.stop(id)
  })
  afterAll(async () => {
    await driver.close()
    const label = [`guidon.platform=${platform}`]
    expect(await docker.listNetworks({ filters: { label } })).toEqual([])
  })

  test('finds its services by name, opens the published port only, and has the flag', async () => {
    const { endpoints } = await start('one', ['store:6379'])
    expect(endpoints).toEqual([
      { ip: '127.0.0.1', port: expect.any(Number), protocol: 'http', title: 'Shop' },
    ])
    const text = await read(endpoints[0]?.port)
    expect(text).toContain('reached store:6379')
    expect(text).toContain('SECRET=of GUIDON{mine}')
    expect(text).toContain(`memory ${64 * 2 ** 20}`)
    const { NetworkSettings, HostConfig } = await named('one', 'store').inspect()
    expect(Object.values(NetworkSettings.Ports).filter(Boolean)).toEqual([])
    expect(HostConfig).toMatchObject({ Memory: 32 * 2 ** 20, CapDrop: ['ALL'], PidsLimit: 512 })
  })

  test.skipIf(process.getuid?.() !== 0)(
    'reaches neither the host nor the services of another one',
    async () => {
      const server = createServer((_, response) => response.end())
      server.listen(0, '0.0.0.0')
      await once(server, 'listening')
      const free = portOf(server)
      await start('other')
      const { NetworkSettings } = await named('other', 'store').inspect()
      const [network] = Object.values(NetworkSettings.Networks)
      const peers = [`${network?.IPAddress}:6379`, `${network?.Gateway}:${free}`]
      const { endpoints } = await start('curious', [...peers, 'store:6379'])
      const text = await read(endpoints[0]?.port)
      for (const peer of peers) expect(text).toContain(`missed ${peer}`)
      expect(text).toContain('reached store:6379')
      server.close()
    },
  )

  test('outlives the platform, is found by the next one, and goes as a whole', async () => {
    const { endpoints } = await start('kept')
    await driver.close()
    driver = await open()
    expect(await driver.list()).toEqual([{ id: 'kept', endpoints }])
    await driver.stop('kept')
    expect([await containers(), await networks()]).toEqual([[], []])
  })

  test('ends as a whole when one service dies', async () => {
    await start('dying')
    const ended = Promise.withResolvers<string>()
    const unwatch = driver.watch(ended.resolve)
    await named('dying', 'store').kill()
    expect(await ended.promise).toBe('dying')
    unwatch()
    expect([await containers(), await networks()]).toEqual([[], []])
  })

  test('leaves nothing behind when one service does not start, and says which', async () => {
    const broken = specOf('broken', [])
    const failing = await buildFolder('echo no data; exit 3')
    if (broken.definition.kind !== 'compose') throw new Error('it has services')
    const [first, second] = broken.definition.services
    if (!first || !second) throw new Error('it has two services')
    broken.definition.services = [{ ...first, program: { kind: 'build', folder: failing } }, second]
    await expect(driver.start(broken, neverAborted)).rejects.toThrow(
      'store ended with exit code 3; it last said:\nno data',
    )
    expect([await containers(), await networks()]).toEqual([[], []])
  })
})
