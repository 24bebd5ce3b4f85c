/**
 * Runs desktops on a Swarm of two engines, in two network namespaces. Both nodes have the folder of their homes. It
 * sends a file to a desktop on the other node, and a platform that starts again finds all desktops. Then one engine is
 * cut off: its desktops are reported with the reason, and start on the other node with their files. A desktop whose
 * home is a volume of the lost node says so.
 *
 * Needs root, debootstrap, and Debian's packages docker.io, busybox-static and iproute2. `npm run show:swarm -- COUNT`
 * plays it after the environments, 40 of each without a number.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { freemem, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { createDockerDesktops } from '../../platform/desktop/docker/driver.ts'
import { createImage } from '../../platform/desktop/docker/image.ts'
import type { DesktopDriver } from '../../platform/desktop/driver.ts'
import type { HomeFiles } from '../../platform/desktop/files/home-files.ts'
import { createLog } from '../../platform/log.ts'
import { desktopBase, whyNoDesktopBase } from '../../tests/platform/docker/desktop-image.ts'
import { count } from './count.ts'
import { joinSwarm, raiseNodes, whyNoNodes } from './nodes.ts'

const neverAborted = new AbortController().signal
const settings = { memoryMb: 1024, homeMb: 256, internet: false, sound: false }
const log = createLog('error')

const check = (what: string, isRight: boolean) => {
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}`)
  if (!isRight) process.exitCode = 1
}
const since = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

const lacking = whyNoNodes() ?? (await whyNoDesktopBase())
if (lacking) {
  console.log(`skipped: ${lacking}`)
  process.exit(0)
}
/** Writes a file as the platform does with an upload. */
async function send(files: HomeFiles, bytes: Buffer): Promise<void> {
  const part = await files.openPart('of-the-show')
  for (let at = 0; at < bytes.length; at += 65_536)
    await part.append(bytes.subarray(at, at + 65_536))
  await part.publish()
  await part.close()
  const downloads = await files.openDownloads()
  await downloads.take('of-the-show', 'capture.pcap')
  await downloads.close()
}

const { nodes, down } = await raiseNodes(2, 'overlay2')
const homes = await mkdtemp(join(tmpdir(), 'guidon-homes-'))
const drivers: DesktopDriver[] = []
try {
  const [manager, worker] = nodes
  if (!manager || !worker) throw new Error('there are two nodes')
  await joinSwarm(nodes)
  // There is no registry, so each engine makes the image itself.
  const platform = 'show'
  const image = { kind: 'packages' as const, base: await desktopBase(manager.docker), packages: [] }
  await desktopBase(worker.docker)
  await createImage({ docker: worker.docker, platform, registry: null })(image, false)
  const open = async (home: string | null, startTimeoutMs = 120_000) => {
    const driver = await createDockerDesktops({
      docker: manager.docker,
      platform,
      secret: 'of the show',
      host: '0.0.0.0',
      address: 'ctf.example.org',
      registry: null,
      settings: () => settings,
      image: () => image,
      homes: home,
      log,
      startTimeoutMs,
    })
    drivers.push(driver)
    return driver
  }
  let driver = await open(homes)

  const nodeOf = async (id: string) => {
    const filters = { service: [`guidon-${platform}-desktop-${id}`], 'desired-state': ['running'] }
    const [task] = (await manager.docker.listTasks({ filters })) as { NodeID?: string }[]
    const node = task?.NodeID && (await manager.docker.getNode(task.NodeID).inspect())
    return (node as { Status?: { Addr?: string } } | undefined)?.Status?.Addr ?? ''
  }
  const startTurn = pLimit(4)
  const start = (id: string, on = driver) =>
    startTurn(async () => {
      await on.provision(id)
      await on.start(id, neverAborted)
      const picture = await on.connect(id)
      const [greeting] = (await once(picture, 'data')) as [Buffer]
      picture.destroy()
      return { id, isShown: greeting.toString().startsWith('RFB 003.008') }
    })
  const startAll = async (ids: string[]) => {
    const from = performance.now()
    const started = await Promise.all(ids.map(id => start(id)))
    check(
      `${started.length} desktops started in ${since(from)} s, and each shows its picture`,
      started.every(({ isShown }) => isShown),
    )
    const places = await Promise.all(ids.map(nodeOf))
    console.log(
      '     on nodes',
      Object.fromEntries([...Map.groupBy(places, at => at)].map(([at, all]) => [at, all.length])),
    )
    return new Map(ids.map((id, at) => [id, places[at]]))
  }

  const freeBefore = freemem()
  const ids = Array.from({ length: count }, (_, at) => `d${at}`)
  const places = await startAll(ids)
  const megabytes = Math.round((freeBefore - freemem()) / count / 2 ** 20)
  console.log(
    `     about ${megabytes} MB each, idle (load of this host ${loadavg()[0]?.toFixed(1)})`,
  )
  for (const id of ids) await writeFile(join(homes, id, 'note'), `of ${id}`)

  const far = ids.find(id => places.get(id) === worker.address) ?? ''
  const bytes = randomBytes(20_000_000)
  const sending = performance.now()
  await send(driver.filesOf(far), bytes)
  const sent = await readFile(join(homes, far, 'Downloads/capture.pcap'))
  check(`a file of 20 MB went to the other node in ${since(sending)} s`, sent.equals(bytes))

  driver.close?.()
  driver = await open(homes)
  const away = performance.now()
  const found = await Promise.all(ids.map(id => driver.adopt?.(id)))
  check(`a platform that starts again found all of them in ${since(away)} s`, found.every(Boolean))

  const pinned = await open(null)
  const local = ['local-1', 'local-2', 'local-3', 'local-4']
  for (const id of local) await start(id, pinned)
  const localPlaces = await Promise.all(local.map(nodeOf))

  const there = ids.filter(id => places.get(id) === worker.address)
  const lost = new Map<string, string>()
  const all = Promise.withResolvers<void>()
  driver.watch((id, why, code) => {
    lost.set(id, `${code}: ${why}`)
    if (there.every(one => lost.has(one))) all.resolve()
  })
  worker.cutOff()
  const cut = performance.now()
  await all.promise
  check(
    `${lost.size} reported ${since(cut)} s after the cut: '${[...lost.values()][0]}'`,
    there.length > 0 && lost.size === there.length,
  )
  const remaining = await driver.connect(ids.find(id => !lost.has(id)) ?? '')
  check('the others go on', (await once(remaining, 'data')).length === 1)
  remaining.destroy()

  await startAll([...lost.keys()])
  const notes = await Promise.all(ids.map(id => readFile(join(homes, id, 'note'), 'utf8')))
  check(
    'all files are kept',
    notes.every((text, at) => text === `of d${at}`),
  )

  const at = localPlaces.indexOf(worker.address)
  const why = await pinned.start(local[at] ?? '', neverAborted).then(
    () => 'it started',
    (error: Error) => error.message,
  )
  check(`one whose volume is on the lost node: '${why}'`, at >= 0 && why.includes('cut off'))
  const [kept = 'none'] = local.filter((_, one) => localPlaces[one] === manager.address)
  await pinned.stop(kept)
  await start(kept, pinned)
  check(
    'one whose volume is here starts on its node again',
    (await nodeOf(kept)) === manager.address,
  )
} finally {
  for (const driver of drivers) driver.close?.()
  await down()
  await rm(homes, { recursive: true })
}
process.exit()
