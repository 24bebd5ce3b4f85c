import { flagVariables } from '../event/flags.ts'
import type { ChallengeDefinition, EnvironmentDefinition, EventDefinition } from '../event/model.ts'
import type { EnvironmentSpec } from './driver.ts'
import type { EnvironmentRow } from './store.ts'

interface Startable extends ChallengeDefinition {
  environment: EnvironmentDefinition
}

/** @returns null where the challenge, or its environment, is not in the event any more */
export function findStartable(
  { challenges }: Pick<EventDefinition, 'challenges'>,
  { category, slug }: Pick<EnvironmentRow, 'category' | 'slug'>,
): Startable | null {
  const found = challenges.find(one => one.categorySlug === category && one.slug === slug)
  return found?.environment ? { ...found, environment: found.environment } : null
}

/**
 * What a driver needs to start an account's environment, with the account's own flags.
 *
 * @param secret makes the bound flags of accounts
 * @throws Error where the challenge is not in the event any more
 */
export function specFor(
  row: Pick<EnvironmentRow, 'id' | 'participantId' | 'category' | 'slug'>,
  event: EventDefinition,
  secret: string,
): EnvironmentSpec {
  const { id, participantId: accountId } = row
  const challenge = findStartable(event, row)
  if (!challenge) throw new Error(`${row.category}/${row.slug} was withdrawn`)
  const { categorySlug, slug, folder, environment: definition } = challenge
  const flags = flagVariables(challenge, { secret, prefix: event.flagPrefix, accountId })
  const variables = { ...flags, ACCOUNT_ID: accountId }
  return { id, accountId, categorySlug, slug, folder, definition, variables }
}
