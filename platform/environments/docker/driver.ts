import { setTimeout as delay } from 'node:timers/promises'
import Docker from 'dockerode'
import { createSilence } from '../../engine/silence.ts'
import type { Log } from '../../log.ts'
import {
  type EnvironmentDriver,
  type EnvironmentSpec,
  EnvironmentStartError,
  type RunningEnvironment,
} from '../driver.ts'
import type { PortRange } from '../port-range.ts'
import { answers } from './answering.ts'
import { createContainers } from './containers.ts'
import { measureDiskEveryMs } from './disk.ts'
import type { Engine } from './engine.ts'
import { createImages } from './images.ts'
import { createRunning } from './running.ts'
import { createServices } from './services.ts'

export interface DockerDriverOptions {
  /** Default: the engine that DOCKER_HOST names, or the local socket. */
  docker?: Docker
  /** Marks this platform's environments, since others may use the same engine. Default 'main'. */
  platform?: string
  /** The address of the engine's host on which ports are opened. */
  host: string
  /** The address that participants see. Default: `host`. In a Swarm each node has its own. */
  address?: string
  /** Default: any port. A Swarm chooses its own. */
  range?: PortRange | null
  /**
   * `host:port/path` of a registry that all engines of a Swarm pull from. A Swarm of several nodes
   * needs it for Dockerfiles.
   */
  registry?: string | null
  log: Log
  /** How long a stopped container may take to end by itself, in milliseconds. Default 5000. */
  graceMs?: number
}

const lookEveryMs = 150
/** The first version of the engine that knows NoNewPrivileges for services. */
const firstWithNoNewPrivileges = 23
const watchEveryMs = 3000

/**
 * Runs environments as containers on one engine. If that engine is a manager of a Swarm, they run as
 * services on all of its nodes. They outlive the platform, and the next one adopts them.
 *
 * @throws when no engine answers
 */
export async function createDockerDriver(options: DockerDriverOptions): Promise<EnvironmentDriver> {
  const { docker = new Docker(), platform = 'main', host, log, graceMs = 5000 } = options
  const { address = host, range = null } = options
  const { Swarm } = await docker.info()
  const isSwarm = Swarm?.ControlAvailable === true
  if (isSwarm && range) log.warn('--environments-ports has no effect on a Swarm')
  const engine = isSwarm
    ? createServices({ docker, platform, log })
    : await createContainers({ docker, platform, host, address, range, log })
  const images = createImages(docker, platform, (isSwarm && options.registry) || null)
  const canBuild = !isSwarm || (await isFit(docker, options.registry ?? null, log))
  const running = createRunning({ remove: id => engine.remove(id, 0), log })
  const silence = createSilence({ log, message: 'the container engine does not answer' })
  const closing = new AbortController()
  void repeat(watchEveryMs, reportEnded)
  void repeat(measureDiskEveryMs, endOverDisk)

  async function repeat(every: number, look: () => Promise<void>): Promise<void> {
    while (!closing.signal.aborted) {
      await delay(every, undefined, { ref: false, signal: closing.signal }).catch(() => {})
      try {
        if (!closing.signal.aborted && running.runs().size > 0) await silence.until(look())
      } catch (error) {
        silence.report(error)
      }
    }
  }

  async function reportEnded(): Promise<void> {
    const before = running.runs()
    const looks = await engine.all()
    for (const [id, run] of before) {
      const look = looks.get(id) ?? { state: 'ended', reason: 'it is gone' }
      if (look.state === 'ended') await running.reportEnd(id, run, look)
    }
  }

  async function endOverDisk(): Promise<void> {
    const before = running.runs()
    const over = await engine.overDisk()
    for (const [id, run] of before) {
      const ending = over.get(id)
      if (ending) await running.reportEnd(id, run, ending)
    }
  }

  async function stop(id: string): Promise<void> {
    running.end(id)
    await engine.remove(id, graceMs)
  }

  return {
    name: 'docker',
    unsupported({ kind }) {
      if (kind === 'process') return 'it has a command and no image: that is run as a process'
      if (kind === 'compose' && isSwarm) return 'it has a compose file: a Swarm does not run it'
      return kind === 'build' && !canBuild
        ? 'it has a Dockerfile: a Swarm of several nodes needs --registry'
        : null
    },

    async start(spec, signal) {
      const found = await images.of(spec)
      signal.throwIfAborted()
      try {
        await silence.until(engine.create(spec, found))
        const environment = await untilReady(engine, spec, signal)
        running.begin(spec.id)
        return environment
      } catch (error) {
        await engine.remove(spec.id, 0)
        throw error
      }
    },

    shortcomings: engine.shortcomings,
    stop,
    output: engine.output,
    targetOf: (_id, endpoint) => engine.targetOf(endpoint),

    async list() {
      const looks = await engine.all()
      const found: RunningEnvironment[] = []
      for (const [id, look] of looks) {
        // Another replica may be starting a pending environment.
        if (look.state === 'ended') await running.removeEnded(id)
        if (look.state === 'running') found.push(look.environment)
      }
      return found
    },

    adopt: running.begin,
    watch: running.watch,

    async close() {
      closing.abort()
      await engine.close()
    },
  }
}

/** Logs what the engines of a Swarm lack. @returns whether they can run images that are built here */
async function isFit(docker: Docker, registry: string | null, log: Log): Promise<boolean> {
  const nodes: { Description: { Hostname: string; Engine: { EngineVersion: string } } }[] =
    await docker.listNodes()
  const old = nodes.filter(
    ({ Description }) =>
      Number.parseInt(Description.Engine.EngineVersion, 10) < firstWithNoNewPrivileges,
  )
  if (old.length > 0)
    log.warn(
      { nodes: old.map(({ Description }) => Description.Hostname) },
      'these engines are older than 23 and do not keep services from new privileges: say ' +
        '"no-new-privileges": true in their daemon.json',
    )
  return nodes.length === 1 || registry !== null
}

/** @throws EnvironmentStartError when it ends or the timeout is over; the signal's reason when aborted */
async function untilReady(
  engine: Engine,
  { id, definition: { startTimeoutMs } }: EnvironmentSpec,
  signal: AbortSignal,
): Promise<RunningEnvironment> {
  const deadline = performance.now() + startTimeoutMs
  while (performance.now() < deadline) {
    signal.throwIfAborted()
    const look = await engine.look(id)
    if (look.state === 'ended') throw new EnvironmentStartError(look.reason, look.excess)
    if (look.state === 'running') {
      const all = await Promise.all(
        look.environment.endpoints.map(endpoint =>
          answers(endpoint.protocol, engine.targetOf(endpoint)),
        ),
      )
      if (all.every(Boolean)) return look.environment
    }
    await delay(lookEveryMs, undefined, { signal })
  }
  throw new EnvironmentStartError(`no answer on its ports within ${startTimeoutMs} ms`)
}
