/**
 * Two Docker engines as a Swarm, in two network namespaces. Environments run on both. Then one engine is
 * cut off: its environments are reported as not running, and start again on the other engine.
 *
 * If docker-registry is installed, the engines pull the image from a registry with a password. Otherwise
 * each engine builds it.
 *
 * Needs root, and Debian's packages docker.io, busybox-static and iproute2. `npm run show:swarm --
 * COUNT`, 40 without.
 */
import { rm } from 'node:fs/promises'
import pLimit from 'p-limit'
import { createDockerDriver } from '../../platform/environments/docker/driver.ts'
import type { RunningEnvironment } from '../../platform/environments/driver.ts'

import { createLog } from '../../platform/log.ts'
import { buildOn } from '../../tests/platform/docker/busybox.ts'
import { buildFolder, containerSpec, telling } from '../../tests/platform/docker/fixture.ts'
import { startRegistry, whyNoRegistry } from '../../tests/platform/docker/registry.ts'
import { count } from './count.ts'
import { joinSwarm, raiseNodes, switchAddress, whyNoNodes } from './nodes.ts'

// Without a registry nothing answers at this address, so engines use their own image at once.
const image = '127.0.0.1:5/guidon-show/telling'
const neverAborted = new AbortController().signal

async function startAll(ids: string[], start: (id: string) => Promise<RunningEnvironment>) {
  const limitStarts = pLimit(4)
  const begun = performance.now()
  const started = await Promise.all(ids.map(id => limitStarts(() => start(id))))
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const answering = await Promise.all(
    started.map(async ({ endpoints: [endpoint] }) => {
      const response = await fetch(`http://${endpoint?.ip}:${endpoint?.port}/`)
      return (await response.text()).includes('FLAG=')
    }),
  )
  console.log(
    `${started.length} started in ${seconds} s, ${answering.filter(Boolean).length} answer`,
  )
  if (!answering.every(Boolean)) process.exitCode = 1
  return started
}

const perNode = (environments: RunningEnvironment[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(environments, one => one.endpoints[0]?.ip ?? '')).map(
      ([address, some]) => [address, some?.length],
    ),
  )

const reason = whyNoNodes()
if (reason) {
  console.log(`skipped: ${reason}`)
  process.exit(0)
}
const folder = await buildFolder(telling)
const { nodes, down } = await raiseNodes(2)
const closing: (() => Promise<void>)[] = []
try {
  await joinSwarm(nodes)
  const registry = whyNoRegistry() === null ? await startRegistry(switchAddress) : null
  closing.push(async () => registry?.close())
  if (registry) process.env.DOCKER_CONFIG = registry.folder
  else await Promise.all(nodes.map(node => buildOn(node.docker, folder, image)))
  console.log(registry ? `images by the registry ${registry.name}` : 'each engine built the image')
  const [manager, worker] = nodes
  if (!manager || !worker) throw new Error('there are two nodes')
  const log = createLog('error')
  const driver = await createDockerDriver({
    docker: manager.docker,
    host: '0.0.0.0',
    log,
    registry: registry && `${registry.name}/show`,
  })
  const start = (id: string) => {
    const spec = containerSpec(id, folder)
    const source = registry ? {} : { kind: 'image' as const, image }
    const definition = { ...spec.definition, ...source, startTimeoutMs: 120_000 }
    return driver.start({ ...spec, definition }, neverAborted)
  }
  const ids = Array.from({ length: count }, (_, index) => `environment-${index}`)
  const started = await startAll(ids, start)
  console.log('on nodes', perNode(started))

  const there = started.filter(({ endpoints }) => endpoints[0]?.ip === worker.address)
  const lost = new Set<string>()
  const reported = Promise.withResolvers<void>()
  driver.watch(id => {
    lost.add(id)
    if (lost.size === there.length) reported.resolve()
  })
  worker.cutOff()
  const cut = performance.now()
  await reported.promise
  const seconds = ((performance.now() - cut) / 1000).toFixed(1)
  const right =
    there.every(({ id }) => lost.has(id)) && (await driver.list()).length === count - lost.size
  console.log(
    `${lost.size} reported as not running ${seconds} s after the cut: ${right ? 'ok' : 'FAIL'}`,
  )
  if (!right || there.length === 0) process.exitCode = 1

  const again = await startAll([...lost], start)
  console.log('on nodes', perNode(again))
  if (again.some(({ endpoints }) => endpoints[0]?.ip !== manager.address)) process.exitCode = 1
  await Promise.all((await driver.list()).map(({ id }) => driver.stop(id)))
  await driver.close()
} finally {
  for (const close of closing) await close()
  await down()
  await rm(folder, { recursive: true })
}
