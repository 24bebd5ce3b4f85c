import { setImmediate } from 'node:timers/promises'
import pLimit from 'p-limit'
import { ownHost } from '../../http/addresses.ts'
import type { Log } from '../../log.ts'
import type { ControlGroups } from '../../runtime/control-groups.ts'
import {
  type EnvironmentDriver,
  type EnvironmentSpec,
  EnvironmentStartError,
  type OnExit,
  type RunningEnvironment,
} from '../driver.ts'
import type { PortRange } from '../port-range.ts'
import { chooseSandbox } from './choose-sandbox.ts'
import { launch, unsupported } from './launch.ts'
import { groupLimits } from './limits.ts'
import { type Relay, spawnRelay } from './relay.ts'
import { unconfined } from './sandbox.ts'

export interface ProcessDriverOptions {
  /** The address on which environments are opened, for example 127.0.0.1 or 0.0.0.0. */
  host: string
  /** The address that participants see. Default: `host`. */
  address?: string
  /** Default: any port. */
  range?: PortRange | null
  log: Log
  /** Default: none. Then only the relay limits all processes of an environment together. */
  groups?: ControlGroups | null
  /** 'plain' means no sandbox, even if one would work. Default 'auto'. */
  sandbox?: 'auto' | 'plain'
  /** How long a stopped service may take to end by itself, in milliseconds. Default 2000. */
  graceMs?: number
}

/**
 * Runs environments as processes of this host, each in a sandbox of its own where that works (see
 * sandbox.ts and relay.mjs). TCP only. They all end with the platform.
 */
export async function createProcessDriver(
  options: ProcessDriverOptions,
): Promise<EnvironmentDriver> {
  const { host, address = host, range = null, log, graceMs = 2000 } = options
  const sandbox = options.sandbox === 'plain' ? unconfined : await chooseSandbox(log)
  // The platform stands still for 5 to 10 ms while it starts a process: one in each turn of the event loop.
  const limit = pLimit(1)
  const relays = new Map<string, Relay>()
  const running = new Map<string, RunningEnvironment>()
  const exitListeners = new Set<OnExit>()

  const stop = async (id: string) => {
    running.delete(id)
    await relays.get(id)?.stop(graceMs)
  }

  return {
    name: 'process',
    unsupported,

    shortcomings: ({ cpus, diskMb }) => [
      ...(cpus && !options.groups
        ? ['its processors are not limited here, because the kernel gives no control groups']
        : []),
      ...(diskMb && !sandbox.confines
        ? ['its disk is not limited here, because bubblewrap does not work']
        : []),
    ],

    async start(spec, signal) {
      const { id, definition } = spec
      if (definition.kind !== 'process')
        throw new EnvironmentStartError(`${unsupported(definition)}`)
      await limit(() => setImmediate())
      signal.throwIfAborted()
      const { command } = definition
      const limits = groupLimits(definition)
      const group = options.groups?.open(`environment-${id}`, limits) ?? null
      const relay = spawnRelay(sandbox.around)
      relays.set(id, relay)
      void relay.ended.then(ending => {
        group?.close()
        relays.delete(id)
        if (!running.delete(id)) return
        log.warn({ environment: id, reason: ending.reason }, 'an environment ended by itself')
        for (const listener of exitListeners) listener(id, ending)
      })
      try {
        const endpoints = await launch({
          spec,
          command,
          relay,
          sandbox,
          group,
          host,
          address,
          range,
        })
        await untilReady(spec, relay, signal)
        const environment = { id, endpoints }
        running.set(id, environment)
        return environment
      } catch (error) {
        await relay.stop(0)
        throw error
      }
    },

    stop,
    output: async id => relays.get(id)?.output() ?? null,
    targetOf: (_id, { port }) => ({ host: ownHost(host), port }),
    list: async () => [...running.values()],
    // Nothing runs that this process did not start.
    adopt: () => {},

    watch(onExit) {
      exitListeners.add(onExit)
      return () => exitListeners.delete(onExit)
    },

    async close() {
      await Promise.all([...relays.keys()].map(stop))
    },
  }
}

/** @throws EnvironmentStartError when the service ends or the timeout is over; the signal's reason when aborted */
async function untilReady(
  { definition: { ports, startTimeoutMs } }: EnvironmentSpec,
  relay: Relay,
  signal: AbortSignal,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = () => reject(signal.reason)
  const late = () => {
    const asked = ports.map(({ port }) => port).join(', ')
    reject(new EnvironmentStartError(`no answer on port ${asked} within ${startTimeoutMs} ms`))
  }
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  const timer = setTimeout(late, startTimeoutMs)
  void relay.ready.then(resolve)
  void relay.ended.then(({ reason, excess }) => reject(new EnvironmentStartError(reason, excess)))
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}
