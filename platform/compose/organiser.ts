import type { Bus } from '../bus.ts'
import type { Environments } from '../environments/environments.ts'
import type { DecidedEvent } from '../organiser/decisions/decided-event.ts'
import {
  answerFailures,
  createRecentFailures,
  type EnvironmentFailures,
} from '../organiser/failures.ts'
import { answerLoad, createLoads, memoryOf } from '../organiser/loads.ts'
import { createOrganiser } from '../organiser/organiser.ts'
import { answerOutput, createOutputs } from '../organiser/outputs.ts'
import type { Platform } from '../platform.ts'
import type { Secrets } from '../secret.ts'
import type { CompositionOptions } from './composition.ts'
import type { composeSandboxes } from './sandboxes.ts'

interface Parts {
  bus: Bus
  event: DecidedEvent
  secrets: Secrets
  /** The id of this replica. */
  replica: string
  platform: Pick<Platform, 'scores' | 'live'>
  environments: Pick<Environments, 'output'>
  capacities: Awaited<ReturnType<typeof composeSandboxes>>['capacities']
  failures: EnvironmentFailures
}

/** What organisers can do and see, and what this replica answers to the commands that ask all replicas. */
export function composeOrganiser({ database, clock }: CompositionOptions, parts: Parts) {
  const { bus, event, secrets, platform, capacities, failures } = parts
  answerFailures(bus, failures)
  answerOutput(bus, parts.environments.output)
  answerLoad(bus, () => ({
    replica: parts.replica,
    online: platform.live.online,
    environments: memoryOf(capacities.environments),
    desktops: memoryOf(capacities.desktops),
  }))
  return createOrganiser({
    database,
    bus,
    clock,
    event,
    scores: platform.scores,
    secrets,
    isPlatform: true,
    loads: createLoads(bus, clock),
    outputs: createOutputs(bus, clock),
    failures: createRecentFailures(bus, clock),
  })
}
