import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type Docker from 'dockerode'
import { within } from '../../engine/client.ts'
import { isOnThisHost, reachedHost } from '../../engine/reached-host.ts'
import type { DesktopImage } from '../../event/model.ts'
import type { Log } from '../../log.ts'
import { messageOf } from '../../log-errors.ts'
import { programsOf } from '../container-image/programs.ts'
import type { DesktopDriver, DesktopSettings } from '../driver.ts'
import { deleteFolder } from '../home/delete-folder.ts'
import { maxFileMb } from '../limits.ts'
import { DesktopStartError } from '../start-error.ts'
import { createContainers } from './containers.ts'
import { watchEnded } from './ended-desktops.ts'
import { type DesktopEngine, graceMs } from './engine.ts'
import { createImage } from './image.ts'
import { keeperVariables } from './keeper-variables.ts'
import { keysOf } from './keys.ts'
import { endLeftovers } from './leftovers.ts'
import { createRemoteFiles } from './remote-files.ts'
import { createRemoteImages } from './remote-images.ts'
import { createRemoteSound } from './remote-sound.ts'
import { createRunningDesktops } from './running-desktops.ts'
import { createServices } from './services.ts'

export interface DockerDesktopsOptions {
  docker: Docker
  /** Marks this platform's containers, since others may use the same engine. */
  platform: string
  /** The desktops' keys follow from it. */
  secret: string
  /** The address of the engine's host on which the way into desktops is opened. */
  host: string
  /** The host of environments as users see it: a name or an address. */
  address: string
  /** See `ImageOptions`. */
  registry: string | null
  /** For a desktop that starts now. */
  settings: () => DesktopSettings
  image: () => DesktopImage
  /** A folder that this host and all nodes have at the same path; null: homes are volumes of the engine. */
  homes: string | null
  /** The files of challenges: a folder of this host, or of all nodes if `homes` is one. Absent: there are none. */
  challenges?: string
  log: Log
  /** Milliseconds until a desktop must answer. Default 60000. */
  startTimeoutMs?: number
  /** How often ends are looked for, in milliseconds. Default 3000. */
  watchEveryMs?: number
  /** How often keeper.sh measures a home. Default 10. */
  measureSeconds?: number
}

/** How long an engine, or a desktop that should run, may be silent. */
const engineMs = 10_000

/**
 * Desktops as containers on one engine, or on all nodes of a Swarm. The platform reaches each by SSH, with keys that
 * only it and that one container have: the picture, the ports of environments, and files go through it.
 *
 * @throws if the engine does not answer
 */
export async function createDockerDesktops(options: DockerDesktopsOptions): Promise<DesktopDriver> {
  const { docker, platform, secret, host, address, registry, settings, image, homes, log } = options
  const { startTimeoutMs = 60_000, watchEveryMs = 3000, measureSeconds = 10 } = options
  const { Swarm } = await within(engineMs, docker.info())
  const isSwarm = Swarm?.ControlAvailable === true
  const isBeside = isOnThisHost(docker, 'docker0')
  const engine: DesktopEngine = isSwarm
    ? createServices({ docker, platform, address })
    : createContainers({
        docker,
        platform,
        host,
        own: reachedHost({ docker, isBeside, host, address }),
        address,
      })
  const imageOf = createImage({ docker, platform, registry: isSwarm ? registry : null })
  const desktops = createRunningDesktops({ engine, secret, log })
  const { all: running, answering, add, forget, connectionOf } = desktops
  const ended = watchEnded({ engine, desktops, log, everyMs: watchEveryMs })

  /** An engine elsewhere does not see the folders of this host. */
  const isSeen = homes !== null || (isBeside && !isSwarm)
  const challengesFolder = (isSeen && options.challenges) || null
  const homeFolder = (id: string) => (homes === null ? null : join(homes, id))

  async function makeHome(id: string): Promise<void> {
    const folder = homeFolder(id)
    if (folder === null) return
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await chown(folder, 1000, 1000)
  }

  /** @throws DesktopStartError if the engine is silent: none of its other answers would say so to the user */
  async function requireEngine(): Promise<void> {
    await within(engineMs, docker.ping()).catch(error => {
      throw new DesktopStartError('unreachable', `the engine does not answer: ${messageOf(error)}`)
    })
  }

  async function start(id: string, signal: AbortSignal): Promise<void> {
    const own = settings()
    await requireEngine()
    const [name, addresses] = await Promise.all([imageOf(image(), own.sound), engine.addresses()])
    signal.throwIfAborted()
    await makeHome(id)
    const keys = keysOf(secret, id)
    const timeout = AbortSignal.timeout(startTimeoutMs)
    try {
      await engine.create({
        id,
        image: name,
        memoryMb: own.memoryMb,
        internet: own.internet,
        homeFolder: homeFolder(id),
        challengesFolder,
        variables: keeperVariables({ own, addresses, keys, measureSeconds }),
      })
      const connection = await answering(id, AbortSignal.any([signal, timeout]))
      add(id, connection, own)
    } catch (error) {
      await engine.remove(id, 0).catch(err => log.warn({ desktop: id, err }, 'it was not removed'))
      if (signal.aborted) throw error
      await requireEngine()
      if (!timeout.aborted) throw error
      throw new Error(`it did not start within ${startTimeoutMs} ms: ${messageOf(error)}`)
    }
  }

  async function stop(id: string): Promise<void> {
    forget(id)
    await engine.remove(id, graceMs)
  }

  return {
    name: 'docker',
    isShared: true,
    programs: () => programsOf(image()),
    provision: makeHome,
    start,
    stop,

    prepare() {
      imageOf(image(), settings().sound).then(
        name => log.info({ image: name }, 'the image of desktops is ready'),
        error => log.error({ err: error }, 'the image of desktops cannot be made: none can start'),
      )
    },

    release: forget,

    async adopt(id) {
      try {
        const connection = await answering(id, AbortSignal.timeout(engineMs))
        add(id, connection, settings())
        return true
      } catch (error) {
        log.info({ desktop: id, reason: messageOf(error) }, 'a desktop does not run any more')
        return false
      }
    },

    async remove(id) {
      await stop(id)
      await engine.removeHome(id)
      const folder = homeFolder(id)
      if (folder !== null) await deleteFolder(folder)
    },

    connect: async id => (await connectionOf(id)).picture(),

    async setScale(id, percent) {
      const command = `sh /opt/desktop/scale.sh ${percent} >/dev/null 2>&1`
      await (await connectionOf(id)).run(command, AbortSignal.timeout(engineMs))
    },

    async forwardPorts(id, ports) {
      const run = running.get(id)
      if (run) await (await run.connection).forward(ports)
    },

    filesOf(id) {
      const own = running.get(id)?.settings ?? settings()
      const sizes = { homeMb: own.homeMb, fileMb: maxFileMb(own) }
      return createRemoteFiles(sizes, () => connectionOf(id))
    },

    imagesOf: id => createRemoteImages(() => connectionOf(id)),

    soundOf: id =>
      running.get(id)?.settings.sound ? createRemoteSound(() => connectionOf(id)) : null,

    watch: ended.watch,

    clear: async () => {},

    sweep: known => endLeftovers({ engine, runs: id => running.has(id), log }, known),

    close() {
      ended.close()
      for (const id of [...running.keys()]) forget(id)
    },
  }
}
