import { existsSync } from 'node:fs'
import type Docker from 'dockerode'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDockerDriver } from '../../../platform/environments/docker/driver.ts'
import type { EnvironmentDefinition } from '../../../platform/event/model.ts'
import { createLog } from '../../../platform/log.ts'
import { joinSwarm, type Node, raiseNodes, whyNoNodes } from '../../../scripts/swarm/nodes.ts'
import { eventually } from '../../support/eventually.ts'
import { neverAborted } from '../../support/never-aborted.ts'
import { buildOn } from './busybox.ts'
import { playPage, startPages } from './by-name-scene.ts'
import { buildFolder, containerSpec } from './fixture.ts'

const reason = whyNoNodes()
// Nothing answers at this address, so that a Swarm uses the image that each engine has.
const image = '127.0.0.1:5/guidon-nodes/measuring'

/** A script that prints its rights, as the kernel reports them, and takes as much of a resource as requested. */
const measuring = `
cd /sys/fs/cgroup
{ grep -E 'CapEff|NoNewPrivs' /proc/self/status
  echo "memory $(cat memory/memory.limit_in_bytes memory.max 2>/dev/null)"
  echo "pids $(cat pids/pids.max pids.max 2>/dev/null)"
  echo "cpu $(cat cpu/cpu.cfs_quota_us cpu.max 2>/dev/null)"
} > /www/index.html 2>&1
[ "$FILL" ] && (sleep 1; dd if=/dev/zero of=/filling bs=1M count=$FILL) &
exec httpd -f -p 8080 -h /www
`

const started = async (
  docker: Docker,
  limits: Partial<EnvironmentDefinition>,
  { fill = '', platform = 'limits', range = null as { from: number; to: number } | null } = {},
) => {
  const said: string[] = []
  const log = createLog('warn', { write: line => void said.push(line) })
  const driver = await createDockerDriver({
    docker,
    platform,
    host: '0.0.0.0',
    address: 'ctf.invalid',
    log,
    graceMs: 500,
    range,
  })
  onTestFinished(async () => {
    for (const { id } of await driver.list()) await driver.stop(id)
    await driver.close()
  })
  let count = 0
  const start = async (id = `one-${count++}`) => {
    const spec = containerSpec(id, '', { variables: { FILL: fill } })
    const { folder: _, ...definition } = spec.definition as { folder?: string }
    return driver.start(
      { ...spec, definition: { ...definition, kind: 'image', image, ...limits } as never },
      neverAborted,
    )
  }
  return { driver, start, said }
}

const whyNo = (storage: string) =>
  existsSync(`/usr/sbin/mkfs.${storage}`) ? reason : `mkfs.${storage} is missing`

describe.each(['btrfs', 'xfs'] as const)('an engine on %s', storage => {
  const why = whyNo(storage)
  test.skipIf(why)(
    `${storage === 'btrfs' ? 'limits' : 'measures'} the disk of a container ${why ?? ''}`,
    async () => {
      const raised = await raiseNodes(1, storage)
      onTestFinished(raised.down, 60_000)
      const { remote: docker } = raised.nodes[0] ?? expect.fail()
      await buildOn(docker, await buildFolder(measuring), image)
      const { driver, start, said } = await started(docker, { diskMb: 20 }, { fill: '40' })
      const ended = Promise.withResolvers<string>()
      driver.watch(ended.resolve)
      const { id } = await start()
      if (storage === 'btrfs') {
        // The program gets an error, and goes on.
        await eventually(async () =>
          expect(`${await driver.output(id)} ${said}`).toMatch(/quota|No space left/),
        )
        expect((await driver.list()).map(one => one.id)).toEqual([id])
      } else {
        await ended.promise
        expect(said.join('')).toContain('the engine limits no disk: it is measured instead')
      }
    },
    120_000,
  )
})

describe.skipIf(reason)(`engines of other hosts ${reason ?? ''}`, () => {
  let nodes: Node[] = []
  let down = async () => {}
  beforeAll(async () => {
    const raised = await raiseNodes(2)
    nodes = raised.nodes
    down = raised.down
    const folder = await buildFolder(measuring)
    await Promise.all(nodes.map(({ docker }) => buildOn(docker, folder, image)))
  })
  afterAll(() => down())

  const engine = (at: number) => {
    const node = nodes[at]
    if (!node) throw new Error('there are two')
    return node
  }

  test('an environment on the engine of DOCKER_HOST answers by its host name', async () => {
    const platform = await startPages(engine(0).remote, '0.0.0.0')
    onTestFinished(() => platform.close())
    await playPage(platform, 'alice')
  })

  test('the engine says which port of a range another program uses', async () => {
    const { docker, remote } = engine(0)
    const other = await docker.createContainer({
      Image: image,
      ExposedPorts: { '8080/tcp': {} },
      HostConfig: { PortBindings: { '8080/tcp': [{ HostPort: '41800' }] } },
    })
    await other.start()
    onTestFinished(async () => {
      await other.remove({ force: true })
    })
    const { start } = await started(remote, {}, { range: { from: 41_800, to: 41_801 } })
    const { endpoints } = await start()
    expect(endpoints[0]).toMatchObject({ ip: 'ctf.invalid', port: 41_801 })
    await expect(start()).rejects.toThrow('no port from 41800 to 41801 is free')
  })

  describe('as a Swarm', () => {
    beforeAll(() => joinSwarm(nodes))

    test('an environment answers by its host name on any node', async () => {
      const platform = await startPages(
        engine(0).docker,
        '127.0.0.1',
        nodes.map(({ docker }) => docker),
      )
      onTestFinished(() => platform.close())
      await playPage(platform, 'alice')
      await playPage(platform, 'bob')
    })

    test('an environment has limits on memory, processors, processes and rights', async () => {
      const limits = { cpus: 0.5, memoryMb: 48, capabilities: ['SYS_PTRACE'] }
      const { driver, start, said } = await started(engine(0).docker, limits)
      await driver.stop((await start('again')).id)
      // Starts it again, as an organiser does.
      const environment = await start('again')
      const { host, port } = driver.targetOf(
        environment.id,
        environment.endpoints[0] ?? expect.fail('it has a port'),
      )
      const text = await (await fetch(`http://${host}:${port}/`)).text()
      // Eight: see defaultCapabilities.
      expect(text).toMatch(/CapEff:\s+00000000000804eb/)
      expect(text).toMatch(/NoNewPrivs:\s+1/)
      expect(text).toContain(`memory ${48 * 2 ** 20}`)
      expect(text).toContain('pids 512')
      expect(text).toMatch(/cpu 50000\b/)
      const { Version } = await engine(0).docker.version()
      const isOld = Number.parseInt(Version, 10) < 23
      expect(said.join('').includes('do not keep services from new privileges')).toBe(isOld)
    })

    test("on the manager's node, it is ended when it writes more than its disk", async () => {
      const { docker } = engine(0)
      // The manager refuses the change if the node has just sent another one.
      await eventually(async () => {
        for (const { ID, Version, Spec } of await docker.listNodes())
          if (Spec.Role === 'worker')
            await docker
              .getNode(ID)
              .update({ ...Spec, version: Version.Index, Availability: 'drain' } as object)
      })
      const { driver, start, said } = await started(docker, { diskMb: 20 }, { fill: '40' })
      const ended = Promise.withResolvers<string>()
      driver.watch(ended.resolve)
      await start()
      await ended.promise
      expect(said.join('')).toContain('it wrote more than 20 MB of files')
    })
  })
})
