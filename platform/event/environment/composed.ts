import type { EnvironmentBlock } from '../event-schema.ts'
import type { EnvironmentDefinition, EnvironmentPort } from '../model.ts'
import type { Report } from '../problems.ts'
import { isRecord } from '../yaml-data.ts'
import { findComposeFile, type Published, readComposeFile } from './compose-file.ts'
import { type EnvironmentDefaults, limitsOf } from './limits.ts'
import { fullPort } from './ports.ts'

/**
 * Reads an environment of several containers: `environment: {compose: FILE}`, or ctfcli's
 * `image: __compose__` beside a compose file.
 *
 * @returns null if the challenge has none; `unusable` if there are mistakes
 */
export async function readComposed(
  folder: string,
  data: Record<string, unknown>,
  asked: EnvironmentBlock,
  defaults: EnvironmentDefaults,
  report: Report,
): Promise<EnvironmentDefinition | null | 'unusable'> {
  const image = data.image ?? (isRecord(data.extra) ? data.extra.image : undefined)
  const isOther = asked.command ?? asked.image ?? asked.build
  if (asked.compose === undefined && (isOther !== undefined || image !== '__compose__')) return null
  const path = asked.compose ?? (await findComposeFile(folder))
  if (path === null) return null
  const field = asked.compose === undefined ? ['image'] : ['environment', 'compose']
  const { file, problems } = await readComposeFile(folder, path)
  for (const text of problems.warnings) report.warn(field, text)
  for (const text of problems.errors) report.add('left out', field, text)
  if (problems.errors.length > 0) return 'unusable'
  const ports = asked.ports
    ? asked.ports.map(port => inService(port, file.published, data, report))
    : file.published.map(port => composedPort(port, data))
  if (ports.includes(null)) return 'unusable'
  if (ports.length === 0) {
    report.add('left out', field, `${path} publishes no port; add ports to a service`)
    return 'unusable'
  }
  const limits = limitsOf(asked, 'compose', defaults)
  const services = file.services.map(service => ({ memoryMb: limits.memoryMb, ...service }))
  return {
    kind: 'compose',
    services,
    ports: ports.filter(port => port !== null),
    ...limits,
    memoryMb: services.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
  }
}

const composedPort = (
  { service, port, transport }: Published,
  data: Record<string, unknown>,
): EnvironmentPort => ({
  ...fullPort({ port, ...(transport === 'udp' && { protocol: 'udp' }) }, data),
  service,
})

/** Only a published port can be reached. */
function inService(
  asked: number | Parameters<typeof fullPort>[0],
  published: readonly Published[],
  data: Record<string, unknown>,
  report: Report,
): EnvironmentPort | null {
  const port = typeof asked === 'number' ? { port: asked } : asked
  const found = published.find(one => one.port === port.port)
  if (found) return { ...composedPort(found, data), ...fullPort(port, data) }
  report.add('left out', ['environment', 'ports'], `${port.port} is published by no service`)
  return null
}
