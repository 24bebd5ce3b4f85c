import { findByRow } from '../event/challenge-key.ts'
import { flagVariables } from '../event/flags.ts'
import type { ChallengeDefinition, EnvironmentDefinition, EventDefinition } from '../event/model.ts'
import type { EnvironmentSpec } from './driver.ts'
import type { EnvironmentRow } from './store.ts'

interface Startable extends ChallengeDefinition {
  environment: EnvironmentDefinition
}

/** @returns null if the event does not have the challenge any more, or the challenge has no environment */
export function findStartable(
  event: Pick<EventDefinition, 'challenges'>,
  row: Pick<EnvironmentRow, 'category' | 'slug'>,
): Startable | null {
  const found = findByRow(event, row)
  return found?.environment ? { ...found, environment: found.environment } : null
}

/** The size of /tmp of a command that does not say how much disk it needs. */
const defaultTmpMb = 64

/** The size of /tmp of a command. */
export const tmpMb = ({ diskMb }: Pick<EnvironmentDefinition, 'diskMb'>): number =>
  diskMb ?? defaultTmpMb

/** What an environment may take of the memory of its host. The files of a command are in memory, too. */
export function hostMemoryMb(definition: EnvironmentDefinition | undefined): number {
  if (!definition) return 0
  const { kind, memoryMb } = definition
  return kind === 'process' ? memoryMb + Math.max(0, tmpMb(definition) - defaultTmpMb) : memoryMb
}

/**
 * What a driver needs to start an account's environment, with the account's own flags.
 *
 * @param secret makes the bound flags of accounts
 * @throws Error if the event does not have the challenge any more
 */
export function specFor(
  row: Pick<EnvironmentRow, 'id' | 'accountId' | 'category' | 'slug'>,
  event: EventDefinition,
  secret: string,
): EnvironmentSpec {
  const { id, accountId } = row
  const challenge = findStartable(event, row)
  if (!challenge) throw new Error(`${row.category}/${row.slug} was withdrawn`)
  const { categorySlug, slug, folder, environment: definition } = challenge
  const flags = flagVariables(challenge, { secret, prefix: event.flagPrefix, accountId })
  const variables = { ...flags, ACCOUNT_ID: accountId }
  return { id, accountId, categorySlug, slug, folder, definition, variables }
}
