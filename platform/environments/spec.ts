import { flagVariables } from '../event/flags.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { EnvironmentSpec } from './driver.ts'

interface Options {
  /** Of the environment. */
  id: string
  accountId: string
  /** Makes the bound flags of accounts. */
  secret: string
  flagPrefix: string
}

/** What a driver needs to bring up a challenge's environment for one account, with its own flags. */
export function specOf(
  challenge: ChallengeDefinition,
  { id, accountId, secret, flagPrefix: prefix }: Options,
): EnvironmentSpec {
  const { categorySlug, slug, folder, environment: definition } = challenge
  if (definition === null) throw new Error(`${categorySlug}/${slug} has nothing to start`)
  const flags = flagVariables(challenge, { secret, prefix, accountId })
  const variables = { ...flags, ACCOUNT_ID: accountId }
  return { id, accountId, categorySlug, slug, folder, definition, variables }
}
