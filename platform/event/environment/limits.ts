import type { EnvironmentBlock } from '../event-schema.ts'
import type { EnvironmentDefinition, Lease, Program } from '../model.ts'

export interface EnvironmentDefaults {
  memoryMb: number
  startTimeoutMs: number
  /** For containers only. */
  diskMb?: number | undefined
}

type Limits = Omit<EnvironmentDefinition, 'ports' | keyof Program>

/** Takes the limits that a challenge gives, and the event's for the others. */
export function limitsOf(
  asked: EnvironmentBlock,
  kind: Program['kind'],
  defaults: EnvironmentDefaults,
): Limits {
  const diskMb = asked.disk ?? (kind === 'process' ? undefined : defaults.diskMb)
  const lease = leaseOf(asked)
  return {
    memoryMb: asked.memory ?? defaults.memoryMb,
    startTimeoutMs: asked.startTimeout ?? defaults.startTimeoutMs,
    ...(asked.cpus && { cpus: asked.cpus }),
    ...(diskMb && { diskMb }),
    ...(asked.internet && { internet: true }),
    ...(Object.keys(lease).length > 0 && { lease }),
    ...(asked.capabilities && { capabilities: asked.capabilities }),
  }
}

const leaseOf = ({ lifetime, extension, extendableInLast }: EnvironmentBlock): Partial<Lease> => ({
  ...(lifetime !== undefined && { lifetimeMs: lifetime }),
  ...(extension !== undefined && { extensionMs: extension }),
  // 0 forbids extensions that the event allows.
  ...(extendableInLast !== undefined && { extendableInLastMs: extendableInLast }),
})
