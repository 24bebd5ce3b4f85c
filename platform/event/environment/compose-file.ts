import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { allowedCapability } from '../event-schema.ts'
import type { ServiceDefinition } from '../model.ts'
import { asList, isRecord } from '../yaml-data.ts'
import { readSource } from '../yaml-source.ts'
import { windowsScripts, windowsText } from './windows-scripts.ts'
import { wordsOf } from './words.ts'

/** A port that a service publishes. */
export interface Published {
  service: string
  port: number
  transport: 'tcp' | 'udp'
}

export interface ComposeFile {
  services: ServiceDefinition[]
  published: Published[]
}

export interface ComposeProblems {
  /** Why it cannot run. */
  errors: string[]
  /** What has no effect. */
  warnings: string[]
}

/** Names that `docker compose` looks for, too. */
const composeNames = [
  ...['compose.yaml', 'compose.yml', 'docker-compose.yml', 'docker-compose.yaml'],
]

/** With more services, one environment is a host of its own. */
const maxServices = 10

/** Settings that would reach the host, or that need files of it. */
const refused: Record<string, string> = {
  privileged: 'gives rights over the host',
  network_mode: 'takes it out of the network of its environment',
  pid: 'shows it the processes of the host',
  ipc: 'shares memory of the host',
  uts: 'shares the name of the host',
  userns_mode: 'changes its users',
  cgroup_parent: 'takes it out of its limits',
  security_opt: 'changes what protects the host',
  devices: 'gives it devices of the host',
  volumes_from: 'needs another container',
  extends: 'needs another file',
  env_file: 'needs another file; write it as environment',
  secrets: 'needs files; write COPY in its Dockerfile',
  configs: 'needs files; write COPY in its Dockerfile',
  sysctls: 'changes the kernel',
}

const known = [
  ...['image', 'build', 'command', 'entrypoint', 'environment', 'ports', 'expose', 'user'],
  ...['working_dir', 'mem_limit', 'cpus', 'deploy', 'cap_add', 'volumes', 'tmpfs', 'depends_on'],
]
/** Each service is restarted with its environment only, has one network, and a name of ours. */
const ignoredFields = [
  ...['restart', 'networks', 'container_name', 'hostname', 'stdin_open', 'tty', 'init', 'logging'],
  ...['healthcheck', 'pull_policy', 'platform', 'cap_drop', 'labels', 'read_only', 'ulimits'],
  ...['stop_grace_period', 'links', 'profiles', 'pids_limit', 'memswap_limit', 'dns'],
]

/**
 * Reads a compose file of a challenge: the services of one environment. What no service may have here is an
 * error.
 */
export async function readComposeFile(
  folder: string,
  path: string,
): Promise<{ file: ComposeFile; problems: ComposeProblems }> {
  const problems: ComposeProblems = { errors: [], warnings: [] }
  const file: ComposeFile = { services: [], published: [] }
  const at = await insideOf(folder, path)
  const source = at === null ? null : await readSource(at, path)
  if (!at || !source || source.errors.length > 0) {
    const [why] = source?.errors ?? []
    problems.errors.push(
      why ? `${path}:${why.line}: ${why.message}` : `'${path}' is not a file of the challenge`,
    )
    return { file, problems }
  }
  const services =
    isRecord(source.data) && isRecord(source.data.services) ? source.data.services : {}
  const entries = Object.entries(services)
  if (entries.length === 0) problems.errors.push(`${path} has no services`)
  if (entries.length > maxServices)
    problems.errors.push(`${path} has more than ${maxServices} services`)
  const folders = { challenge: folder, file: dirname(at) }
  for (const [name, data] of entries) {
    const add = (kind: keyof ComposeProblems) => (text: string) =>
      void problems[kind].push(`${path}: services.${name}${text}`)
    const report = { error: add('errors'), warn: add('warnings') }
    if (!/^[a-z0-9][a-z0-9_.-]{0,40}$/i.test(name)) report.error(' is not a name of a service')
    else if (!isRecord(data)) report.error(' is not a block of fields')
    else {
      const service = await readService({ name, data }, folders, report)
      if (!service) continue
      file.services.push(service)
      file.published.push(...publishedBy({ name, data }, report))
    }
  }
  file.services = inStartOrder(file.services, services)
  return { file, problems }
}

/** A service as its file has it. */
interface WrittenService {
  name: string
  data: Record<string, unknown>
}

/** What a compose file may name, and where its paths begin. */
interface Folders {
  challenge: string
  /** The folder of the compose file. */
  file: string
}

/** Takes what comes after the name of the service. */
interface ServiceReport {
  error(text: string): void
  warn(text: string): void
}

/** @returns null if it has nothing to run */
async function readService(
  { name, data }: WrittenService,
  folders: Folders,
  { error, warn }: ServiceReport,
): Promise<ServiceDefinition | null> {
  for (const [field, value] of Object.entries(data)) {
    if (value === null || value === false) continue
    if (field in refused) error(`.${field} ${refused[field]}; remove it`)
    else if (!known.includes(field) && !ignoredFields.includes(field) && !field.startsWith('x-'))
      warn(`.${field} is not known here; it has no effect`)
  }
  const program = await programOf(data, folders)
  if (!program) {
    error(' has no image, and no build with a Dockerfile in the challenge')
    return null
  }
  if (program.kind === 'build')
    for (const script of await windowsScripts(program.folder))
      warn(`.build: ${windowsText(script)}`)
  const capabilities = asList(data.cap_add).map(one => allowedCapability(String(one)))
  if (capabilities.includes(null)) error('.cap_add has one that no environment may have')
  const memoryMb = memoryOf(data)
  if (memoryMb === 'unreadable') error('.mem_limit is not a size like 256m')
  const cpus = Number(data.cpus ?? limitsOf(data).cpus)
  const volumes = asList(data.volumes).map(volumePath)
  if (volumes.includes(null))
    error('.volumes has a file or folder of the host; write COPY in its Dockerfile')
  const variables = variablesOf(data.environment)
  const optional = {
    command: wordsOf(data.command),
    entrypoint: wordsOf(data.entrypoint),
    user: data.user === undefined ? undefined : String(data.user),
    workingFolder: typeof data.working_dir === 'string' ? data.working_dir : undefined,
    memoryMb: typeof memoryMb === 'number' ? memoryMb : undefined,
    cpus: cpus > 0 ? cpus : undefined,
  }
  return {
    name,
    program,
    variables,
    ...(Object.fromEntries(
      Object.entries(optional).filter(([, value]) => value !== undefined),
    ) as Partial<ServiceDefinition>),
    capabilities: capabilities.filter(one => one !== null),
    volumes: [...volumes, ...asList(data.tmpfs).map(folderOf)].filter(one => one !== null),
  }
}

function publishedBy({ name, data }: WrittenService, { error }: ServiceReport): Published[] {
  return asList(data.ports).flatMap(one => {
    const port = publishedPort(one)
    if (port) return [{ service: name, ...port }]
    error(`.ports has '${JSON.stringify(one)}', which is not one port`)
    return []
  })
}

async function programOf(data: Record<string, unknown>, { challenge, file }: Folders) {
  const { build, image } = data
  if (build === undefined || build === null)
    return typeof image === 'string' && image ? { kind: 'image' as const, image } : null
  const context = isRecord(build) ? build.context : build
  const dockerfile = isRecord(build) ? (build.dockerfile ?? 'Dockerfile') : 'Dockerfile'
  if (typeof context !== 'string' || typeof dockerfile !== 'string') return null
  const at = await insideOf(challenge, resolve(file, context))
  const recipe = at && (await insideOf(challenge, resolve(at, dockerfile)))
  if (!recipe || !(await stat(recipe)).isFile()) return null
  const standard = basename(recipe) === 'Dockerfile' && dirname(recipe) === at
  return { kind: 'build' as const, folder: at, ...(!standard && { dockerfile }) }
}

/** @returns the real path; null: there is nothing, or a link leads out of the challenge */
async function insideOf(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder)
  const real = await realpath(resolve(folder, path)).catch(() => null)
  return real === root || real?.startsWith(root + sep) ? real : null
}

const limitsOf = ({ deploy }: Record<string, unknown>): Record<string, unknown> => {
  const resources = isRecord(deploy) && isRecord(deploy.resources) ? deploy.resources : {}
  return isRecord(resources.limits) ? resources.limits : {}
}

function memoryOf(data: Record<string, unknown>): number | undefined | 'unreadable' {
  const said = data.mem_limit ?? limitsOf(data).memory
  if (said === undefined || said === null) return undefined
  const [, amount, unit = ''] = /^([\d.]+)\s*([bkmg]?)(?:i?b)?$/i.exec(String(said)) ?? []
  const bytes = Number(amount) * 1024 ** 'bkmg'.indexOf(unit.toLowerCase() || 'b')
  return Number.isFinite(bytes) ? Math.max(16, Math.ceil(bytes / 2 ** 20)) : 'unreadable'
}

/** A volume has no name here: each service has its own, which goes with it. Null: a path of the host. */
function volumePath(volume: unknown): string | null {
  if (isRecord(volume))
    return volume.type !== 'bind' && typeof volume.target === 'string' ? volume.target : null
  const [first = '', second] = String(volume).split(':')
  if (second === undefined) return first.startsWith('/') ? first : null
  return /^[\w-]+$/.test(first) ? second : null
}

/** Without its options: `/run:size=64m`. */
const folderOf = (tmpfs: unknown): string => String(tmpfs).replace(/:.*/s, '')

function variablesOf(value: unknown): Record<string, string> {
  const entries = isRecord(value)
    ? Object.entries(value).map(([name, one]) => [name, one === null ? `\${${name}}` : String(one)])
    : asList(value).map(one => {
        const [, name = '', text] = /^([^=]+)(?:=(.*))?$/s.exec(String(one)) ?? []
        return [name, text ?? `\${${name}}`]
      })
  return Object.fromEntries(entries.filter(([name]) => name !== ''))
}

function publishedPort(value: unknown): { port: number; transport: 'tcp' | 'udp' } | null {
  const text = isRecord(value) ? `${value.target}/${value.protocol ?? 'tcp'}` : String(value)
  const [, port, transport] = /(?:^|:)(\d{1,5})(?:\/(tcp|udp))?$/.exec(text) ?? []
  const number = Number(port)
  return number >= 1 && number <= 65535
    ? { port: number, transport: transport === 'udp' ? 'udp' : 'tcp' }
    : null
}

/** A service comes after those that it depends on. In a circle, the order of the file stays. */
function inStartOrder(
  services: ServiceDefinition[],
  data: Record<string, unknown>,
): ServiceDefinition[] {
  const ordered: ServiceDefinition[] = []
  const visit = (service: ServiceDefinition, above: string[]) => {
    if (ordered.includes(service) || above.includes(service.name)) return
    const block = data[service.name]
    const needs = isRecord(block) ? block.depends_on : []
    const names = isRecord(needs) ? Object.keys(needs) : asList(needs)
    for (const other of services)
      if (names.includes(other.name)) visit(other, [...above, service.name])
    ordered.push(service)
  }
  for (const service of services) visit(service, [])
  return ordered
}

/** The compose file of a challenge that names none. */
export async function findComposeFile(folder: string): Promise<string | null> {
  for (const name of composeNames)
    if ((await stat(join(folder, name)).catch(() => null))?.isFile()) return name
  return null
}
