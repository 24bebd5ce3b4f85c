import { join } from 'node:path'
import type { EnvironmentSpec } from '../../../platform/environments/driver.ts'
import type { Endpoint } from '../../../src/api/contract.ts'

export const challengeFolder = join(import.meta.dirname, 'challenge')

/** The specification of an environment that runs challenge/service.mjs. */
export function serviceSpec(
  id: string,
  {
    definition,
    ...rest
  }: Partial<Omit<EnvironmentSpec, 'definition'>> & {
    definition?: Partial<Extract<EnvironmentSpec['definition'], { kind: 'process' }>>
  } = {},
): EnvironmentSpec {
  return {
    id,
    accountId: 'account-1',
    categorySlug: 'web',
    slug: 'attempts',
    folder: challengeFolder,
    variables: { ACCOUNT_ID: 'account-1', FLAG: 'GUIDON{of-this-account}' },
    ...rest,
    definition: {
      kind: 'process',
      command: ['node', 'service.mjs'],
      ports: [{ port: 8080, protocol: 'http', title: 'Web' }],
      memoryMb: 256,
      startTimeoutMs: 20_000,
      ...definition,
    },
  }
}

/** Asks the service at `endpoint` to try something, and resolves with its answer. */
export async function attempt(endpoint: Endpoint | undefined, what: string, of = '') {
  if (!endpoint) throw new Error('the environment has no endpoint')
  const url = new URL(`http://${endpoint.ip}:${endpoint.port}/${what}`)
  url.searchParams.set('of', of)
  const response = await fetch(url)
  return (await response.json()) as { answer?: unknown; refused?: string }
}
