import Docker from 'dockerode'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { containerName } from '../../../platform/environments/docker/containers.ts'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import {
  type EnvironmentDriver,
  EnvironmentStartError,
} from '../../../platform/environments/driver.ts'
import { openPort } from '../../../platform/environments/process/ports.ts'
import { createLog } from '../../../platform/log.ts'
import type { Endpoint } from '../../../src/api/contract.ts'
import { eventually } from '../../support/eventually.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { buildFolder, containerSpec, telling, whyNoEngine } from './fixture.ts'

const reason = await whyNoEngine()
const platform = `test-${process.pid}`

describe.skipIf(reason)(`an environment as a container ${reason ?? ''}`, () => {
  const docker = new Docker()
  let driver: EnvironmentDriver
  let service: string
  const open = () =>
    createDockerDriver({
      docker,
      platform,
      host: '127.0.0.1',
      log: createLog('silent'),
      graceMs: 1000,
    })

  beforeAll(async () => {
    driver = await open()
    service = await buildFolder(telling)
  })
  afterEach(async () => {
    for (const { id } of await driver.list()) await driver.stop(id)
  })
  afterAll(async () => {
    await driver.close()
    // If nothing runs when the driver is closed, it leaves nothing on the engine.
    await expect(docker.getNetwork(`guidon-${platform}`).inspect()).rejects.toThrow('404')
  })

  test('answers on a port of its own, with its flag, and few rights', async () => {
    const { endpoints } = await driver.start(containerSpec('one', service), neverAborted)
    const text = await read(endpoints[0])
    expect(text).toContain('FLAG=GUIDON{of-this-account}')
    expect(text).toContain('PORT=8080')
    // Seven: see defaultCapabilities.
    expect(text).toMatch(/CapEff:\s+00000000000004eb/)
    expect(text).toMatch(/NoNewPrivs:\s+1/)
    expect(text).toContain(`memory ${64 * 2 ** 20}`)
  })

  test('has limits on memory, processor and processes', async () => {
    await driver.start(containerSpec('limited', service), neverAborted)
    const { HostConfig } = await docker
      .getContainer(containerName({ platform, id: 'limited' }))
      .inspect()
    expect(HostConfig).toMatchObject({
      Memory: 64 * 2 ** 20,
      MemorySwap: 64 * 2 ** 20,
      NanoCpus: 1e9,
      PidsLimit: 512,
    })
  })

  test('reaches neither another environment nor the internet', async () => {
    await driver.start(containerSpec('other', service), neverAborted)
    const { NetworkSettings } = await docker
      .getContainer(containerName({ platform, id: 'other' }))
      .inspect()
    const other = NetworkSettings.Networks[`guidon-${platform}`]?.IPAddress
    const variables = { PEERS: `${other}:8080 127.0.0.1:9999` }
    const { endpoints } = await driver.start(
      containerSpec('curious', service, { variables }),
      neverAborted,
    )
    const text = await read(endpoints[0])
    expect(text).toContain('reached 127.0.0.1:9999')
    expect(text).toContain(`missed ${other}:8080`)
    const network = await docker.getNetwork(`guidon-${platform}`).inspect()
    expect(network.Options?.['com.docker.network.bridge.enable_ip_masquerade']).toBe('false')
  })

  test('takes free ports of a range', async () => {
    const range = { from: 41_700, to: 41_701 }
    const other = await openPort('127.0.0.1', { from: 41_700, to: 41_700 })
    const ranged = await createDockerDriver({
      docker,
      platform: `${platform}-r`,
      host: '127.0.0.1',
      log: createLog('silent'),
      range,
    })
    try {
      const { endpoints } = await ranged.start(containerSpec('ranged', service), neverAborted)
      expect(endpoints[0]?.port).toBe(41_701)
      await expect(ranged.start(containerSpec('more', service), neverAborted)).rejects.toThrow(
        'no port from 41700 to 41701 is free',
      )
    } finally {
      other.close()
      await ranged.stop('ranged')
      await ranged.close()
    }
  })

  test('that ends before it answers says why, and leaves nothing behind', async () => {
    const broken = await buildFolder('echo the database is missing; exit 3')
    await expect(driver.start(containerSpec('broken', broken), neverAborted)).rejects.toThrow(
      new EnvironmentStartError(
        'it ended with exit code 3; it last said:\nthe database is missing',
      ),
    )
    expect(await ours(docker)).toEqual([])
  })

  test('whose Dockerfile does not build says why', async () => {
    const { writeFile } = await import('node:fs/promises')
    const folder = await buildFolder('')
    await writeFile(`${folder}/Dockerfile`, 'FROM scratch\nCOPY missing /missing\n')
    await expect(driver.start(containerSpec('unbuilt', folder), neverAborted)).rejects.toThrow(
      /building .* failed: .*missing[\s\S]*last said:\nStep 1\/2 : FROM scratch/,
    )
  })

  test('whose start is aborted leaves nothing behind', async () => {
    const mute = await buildFolder('exec sleep 1000')
    const abort = new AbortController()
    const start = driver.start(containerSpec('mute', mute), abort.signal)
    const refused = expect(start).rejects.toThrow()
    await eventually(async () => expect(await ours(docker)).toHaveLength(1))
    abort.abort(new Error('not wanted any more'))
    await refused
    expect(await ours(docker)).toEqual([])
  })

  test('that dies is noticed', async () => {
    await driver.start(containerSpec('dying', service), neverAborted)
    const exits = Promise.withResolvers<string>()
    const unwatch = driver.watch(exits.resolve)
    await docker.getContainer(containerName({ platform, id: 'dying' })).kill()
    expect(await exits.promise).toBe('dying')
    unwatch()
    expect(await ours(docker)).toEqual([])
  })

  test('says what it printed last, and can be stopped and started with the same id', async () => {
    const printing = await buildFolder(`seq 100 >&2; ${telling}`)
    expect(await driver.output('printing')).toBeNull()
    await driver.start(containerSpec('printing', printing), neverAborted)
    // The engine stores what it read only some time later.
    await eventually(async () => {
      const lines = (await driver.output('printing'))?.split('\n')
      expect(lines).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 81}`))
    })
    const [before] = await ours(docker)
    await driver.stop('printing')
    const { endpoints } = await driver.start(containerSpec('printing', printing), neverAborted)
    expect(await read(endpoints[0])).toContain('PORT=8080')
    const [after] = await ours(docker)
    expect(after?.Id).not.toBe(before?.Id)
  })

  test('outlives the platform and is found by the next one, at the same address', async () => {
    const { endpoints } = await driver.start(containerSpec('kept', service), neverAborted)
    await driver.close()
    driver = await open()
    expect(await driver.list()).toEqual([{ id: 'kept', endpoints }])
    await driver.stop('kept')
    expect(await ours(docker)).toEqual([])
    await expect(read(endpoints[0])).rejects.toThrow()
  })
})

async function read(endpoint: Endpoint | undefined): Promise<string> {
  return (await fetch(`http://${endpoint?.ip}:${endpoint?.port}/`)).text()
}

const ours = (docker: Docker) =>
  docker.listContainers({ all: true, filters: { label: [`guidon.platform=${platform}`] } })
