import type Docker from 'dockerode'
import { expect, test } from 'vitest'
import { mayHaveQuota, overDisk } from '../../../platform/environments/docker/disk.ts'
import {
  containerVariables,
  labels,
  nanoCpus,
} from '../../../platform/environments/docker/engine.ts'
import { createHostPorts, refusedPorts } from '../../../platform/environments/docker/host-ports.ts'
import type { EnvironmentSpec } from '../../../platform/environments/driver.ts'

/** An engine whose containers are these. */
const engineWith = (...containers: object[]) =>
  ({ listContainers: async () => containers }) as unknown as Docker

const portsOf = (range: { from: number; to: number } | null, published: number[] = []) =>
  createHostPorts({
    docker: engineWith({ Ports: published.map(PublicPort => ({ PublicPort })) }),
    host: '127.0.0.1',
    range,
    isBeside: false,
  })

test('ports of the range are given that nobody has, and none twice before it is released', async () => {
  const ports = portsOf({ from: 4000, to: 4003 }, [4000])
  expect((await ports.take(2, new Set([4001]))).sort()).toEqual([4002, 4003])
  await expect(ports.take(1, new Set([4001]))).rejects.toThrow('no port from 4000 to 4003 is free')
  ports.release([4003])
  expect(await ports.take(1, new Set([4001]))).toEqual([4003])
})

test('a start that gets too few ports keeps none of them', async () => {
  const ports = portsOf({ from: 4000, to: 4001 })
  await expect(ports.take(3, new Set())).rejects.toThrow('is free')
  expect((await ports.take(2, new Set())).sort()).toEqual([4000, 4001])
})

test('without a range the engine chooses', async () => {
  expect(await portsOf(null).take(2, new Set())).toEqual([0, 0])
})

test.each([
  ['driver failed: Bind for 0.0.0.0:4001 failed: port is already allocated', [4001]],
  ['listen tcp4: bind: address already in use', [4001, 4010]],
  ['no such image', []],
])('the refusal %j is about the ports %j', (message, ports) => {
  expect(refusedPorts(new Error(message), [4001, 4010])).toEqual(ports)
})

test('a container that wrote more megabytes than it may is named, and no other', async () => {
  const container = (id: string, SizeRw: number) => ({
    SizeRw,
    Labels: { [labels.environment]: id, [labels.diskMb]: '10' },
  })
  const engine = engineWith(container('full', 10 * 2 ** 20), container('over', 10 * 2 ** 20 + 1))
  expect([...(await overDisk(engine, 'p')).entries()]).toEqual([
    ['over', { excess: 'disk', reason: 'it wrote more than 10 MB of files' }],
  ])
})

test.each([
  ['btrfs', [], true],
  ['overlay2', [['Backing Filesystem', 'xfs']], true],
  ['overlay2', [['Backing Filesystem', 'extfs']], false],
  ['overlay2', [['Other', 'xfs']], false],
  ['vfs', [['Backing Filesystem', 'xfs']], false],
] as [string, [string, string][], boolean][])(
  'containers that are stored by %s on %j may have a limit of their disk: %s',
  (Driver, DriverStatus, may) => {
    expect(mayHaveQuota({ Driver, DriverStatus })).toBe(may)
  },
)

test('a container gets no more processors than there are, and one if nothing is said', () => {
  expect([nanoCpus({ cpus: 8 }, 2), nanoCpus({ cpus: 0.5 }, 2), nanoCpus({}, 2)]).toEqual([
    2e9, 0.5e9, 1e9,
  ])
})

test('a part of a processor is a whole number for the engine, which refuses any other', () => {
  expect(nanoCpus({ cpus: 1.07 }, 2)).toBe(1_070_000_000)
})

test('a container listens everywhere, at its first port, unless its challenge says otherwise', () => {
  const spec = (variables: Record<string, string>) =>
    ({ variables, definition: { ports: [{ port: 8080 }] } }) as unknown as EnvironmentSpec
  expect(containerVariables(spec({ FLAG: 'F{x}' }))).toEqual([
    'HOST=0.0.0.0',
    'PORT=8080',
    'FLAG=F{x}',
  ])
  expect(containerVariables(spec({ PORT: '9' }))).toContain('PORT=9')
})
