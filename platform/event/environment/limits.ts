import type { EnvironmentBlock } from '../event-schema.ts'
import type { EnvironmentDefinition, Lease, Program } from '../model.ts'

export interface EnvironmentDefaults {
  memoryMb: number
  startTimeoutMs: number
  /** Of containers. */
  diskMb?: number | undefined
}

type Limits = Omit<EnvironmentDefinition, 'ports' | keyof Program>

/** What a challenge says of the limits of its environment, and what the event says of all. */
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
  ...(lifetime && { lifetimeMs: lifetime }),
  ...(extension && { extensionMs: extension }),
  ...(extendableInLast && { extendableInLastMs: extendableInLast }),
})
