import type Docker from 'dockerode'
import type { EnvironmentPort, ServiceDefinition } from '../../event/model.ts'
import type { EnvironmentSpec } from '../driver.ts'
import { containerVariables } from './engine.ts'

/** One container of an environment. */
export interface ContainerSpec {
  /** Its name in a compose file; empty if it is the only container. */
  service: string
  /** What it publishes. */
  ports: EnvironmentPort[]
  memoryMb: number
  cpus?: number
  capabilities: readonly string[]
  options: Pick<
    Docker.ContainerCreateOptions,
    'Image' | 'Env' | 'Cmd' | 'Entrypoint' | 'User' | 'WorkingDir' | 'Volumes'
  >
}

/** @param images by service: see `Images` */
export function containerSpecsOf(
  spec: EnvironmentSpec,
  images: Map<string, string>,
): ContainerSpec[] {
  const { definition } = spec
  const imageOf = (service: string) => images.get(service) ?? ''
  if (definition.kind !== 'compose') {
    const { ports, memoryMb, cpus, capabilities = [] } = definition
    const options = { Image: imageOf(''), Env: containerVariables(spec) }
    return [{ service: '', ports, memoryMb, ...(cpus && { cpus }), capabilities, options }]
  }
  return definition.services.map(service => {
    const { name, memoryMb = definition.memoryMb, cpus = definition.cpus } = service
    const ports = definition.ports.filter(port => port.service === name)
    const capabilities = [...service.capabilities, ...(definition.capabilities ?? [])]
    const options = { Image: imageOf(name), ...optionsOf(service, spec) }
    return { service: name, ports, memoryMb, ...(cpus && { cpus }), capabilities, options }
  })
}

function optionsOf(service: ServiceDefinition, { variables }: EnvironmentSpec) {
  const { command, entrypoint, user, workingFolder, volumes } = service
  const own = Object.entries(service.variables).map(([name, text]) => [name, fill(text, variables)])
  const all = { ...variables, ...Object.fromEntries(own) }
  return {
    Env: Object.entries(all).map(([name, value]) => `${name}=${value}`),
    ...(command && { Cmd: command }),
    ...(entrypoint && { Entrypoint: entrypoint }),
    ...(user && { User: user }),
    ...(workingFolder && { WorkingDir: workingFolder }),
    ...(volumes.length > 0 && { Volumes: Object.fromEntries(volumes.map(path => [path, {}])) }),
  }
}

/** `$NAME`, `${NAME}`, `${NAME:-default}`, and `$$` for a dollar, as compose files have them. */
export const fill = (text: string, variables: Record<string, string>): string =>
  text.replace(
    /\$(?:(\$)|(\w+)|\{(\w+)(?::?-([^}]*))?\})/g,
    (_, dollar, short, long, fallback = '') => dollar ?? variables[short ?? long] ?? fallback,
  )
