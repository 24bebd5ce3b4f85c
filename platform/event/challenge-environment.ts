import { realpath, stat } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import * as v from 'valibot'
import { readSmallFile } from '../files/small-file.ts'
import { reasonOf } from '../log-errors.ts'
import { readComposed } from './environment/composed.ts'
import { type EnvironmentDefaults, limitsOf } from './environment/limits.ts'
import { fullPort } from './environment/ports.ts'
import { isWindowsScript, windowsScripts, windowsText } from './environment/windows-scripts.ts'
import { EnvironmentBlock } from './event-schema.ts'
import { issuePath } from './fields.ts'
import type { ChallengeValue, EnvironmentDefinition, Program } from './model.ts'
import type { Report } from './problems.ts'
import { isRecord } from './yaml-data.ts'

/** For what a challenge does not say. */
export interface ChallengeDefaults extends EnvironmentDefaults {
  value: ChallengeValue | null
  /** Null: not known, because event.yaml has mistakes. */
  flagPrefix: string | null
}

type Ports = EnvironmentDefinition['ports']
type SingleProgram = Exclude<Program, { kind: 'compose' }>

/**
 * Reads what a challenge starts from our `environment:` block, or from ctfcli's `image` if there is no
 * block.
 *
 * @returns null if there is nothing to start; `unusable` if there are mistakes
 */
export async function readEnvironment(
  folder: string,
  data: Record<string, unknown>,
  defaults: EnvironmentDefaults,
  report: Report,
): Promise<EnvironmentDefinition | null | 'unusable'> {
  const block = readBlock(data.environment, report)
  if (block === 'unusable') return block
  const asked: EnvironmentBlock = block ?? {}
  const given = [asked.command, asked.image, asked.build, asked.compose].filter(
    one => one !== undefined,
  ).length
  if (given > 1) {
    report.add(
      'left out',
      ['environment'],
      'has more than one of command, image, build and compose; keep one',
    )
    return 'unusable'
  }
  const composed = await readComposed(folder, data, asked, defaults, report)
  if (composed) return composed
  const program =
    given === 1
      ? await ownProgram(folder, asked, report)
      : await ctfcliProgram(folder, data, report)
  if (program === 'unusable') return program
  if (!program) {
    if (!block) return null
    report.add(
      'left out',
      ['environment'],
      'has nothing to run; add command, image, build or compose',
    )
    return 'unusable'
  }
  if (program.kind === 'process') {
    const file = programFile(program.command)
    if (file !== undefined && !(await stat(resolve(folder, file)).catch(() => null)))
      report.warn(
        ['environment', 'command'],
        `'${file}' is not in the challenge's folder, where the command runs`,
      )
    if (file !== undefined && (await isWindowsScript(resolve(folder, file))))
      report.warn(['environment', 'command'], windowsText(file))
    if (asked.capabilities?.length)
      report.warn(['environment', 'capabilities'], 'has no effect on a command')
    if (asked.internet)
      report.warn(['environment', 'internet'], 'has no effect on a command, which reaches nothing')
  }
  const where = given === 1 ? ['environment'] : ['image']
  if (program.kind === 'build')
    for (const file of await windowsScripts(program.folder)) report.warn(where, windowsText(file))
  const ports = asked.ports
    ? asked.ports.map(port => fullPort(typeof port === 'number' ? { port } : port, data))
    : program.kind === 'build'
      ? await exposedPorts(program.folder, data).catch((error: Error) => error)
      : []
  if (ports instanceof Error) {
    report.add('left out', where, `its Dockerfile cannot be read: ${reasonOf(ports)}`)
    return 'unusable'
  }
  const named = Number(isRecord(data.extra) ? data.extra.port : undefined)
  if (ports.length === 0 && Number.isInteger(named) && named >= 1 && named <= 65535)
    ports.push(fullPort({ port: named }, data))
  if (ports.length === 0) {
    report.warn(where, 'has no port that is known; nothing is started (add environment.ports)')
    return null
  }
  return { ...program, ports, ...limitsOf(asked, program.kind, defaults) }
}

function readBlock(value: unknown, report: Report): EnvironmentBlock | null | 'unusable' {
  if (value === undefined || value === null) return null
  const read = v.safeParse(EnvironmentBlock, value)
  if (read.success) return read.output
  for (const issue of read.issues)
    report.add('left out', ['environment', ...issuePath(issue)], issue.message)
  return 'unusable'
}

async function ownProgram(
  folder: string,
  block: EnvironmentBlock,
  report: Report,
): Promise<SingleProgram | 'unusable'> {
  const { command, image, build } = block
  if (command !== undefined)
    return { kind: 'process', command: Array.isArray(command) ? command : command.split(/\s+/) }
  if (image !== undefined) return { kind: 'image', image }
  const path = await buildFolder(folder, build ?? '.')
  if (path) return { kind: 'build', folder: path }
  report.add(
    'left out',
    ['environment', 'build'],
    `'${build}' is not a folder with a Dockerfile in it`,
  )
  return 'unusable'
}

/** The file that a command runs, relative to its folder. Undefined: none, or it is not clear which. */
function programFile(command: string[]): string | undefined {
  const [program = '', argument = ''] = command
  return (
    [program, argument].find(word => /^\.\/[\w@./-]+$/.test(word)) ??
    command.find(word => /^[\w@.][\w@./-]*\.([mc]?js|ts|py|sh)$/.test(word))
  )
}

async function ctfcliProgram(
  folder: string,
  data: Record<string, unknown>,
  report: Report,
): Promise<SingleProgram | null> {
  const extra = isRecord(data.extra) ? data.extra : {}
  const image = data.image ?? extra.image
  if (image === undefined || image === null || image === '') return null
  if (typeof image !== 'string' || image.startsWith('__')) {
    report.warn(['image'], `'${String(image)}' cannot be started here; use the environment block`)
    return null
  }
  const isFolder = /^\.|\/$/.test(image) || (await isDirectory(join(folder, image)))
  if (!isFolder) return { kind: 'image', image }
  const build = await buildFolder(folder, image)
  if (build) return { kind: 'build', folder: build }
  report.warn(['image'], `'${image}' is not a folder with a Dockerfile in it; nothing is started`)
  return null
}

/** @returns null if the folder has no Dockerfile, or if a link leads out of the challenge */
async function buildFolder(folder: string, path: string): Promise<string | null> {
  const realOf = (one: string) => realpath(one).catch(() => null)
  const root = await realOf(folder)
  const target = await realOf(resolve(folder, path))
  const dockerfile = target && (await realOf(join(target, 'Dockerfile')))
  const isInside = (one: string) => one === root || one.startsWith(root + sep)
  if (!target || !dockerfile || !isInside(target) || !isInside(dockerfile)) return null
  return (await stat(dockerfile)).isFile() ? resolve(folder, path) : null
}

const isDirectory = async (path: string) =>
  (await stat(path).catch(() => null))?.isDirectory() ?? false

async function exposedPorts(folder: string, data: Record<string, unknown>): Promise<Ports> {
  const dockerfile = String(await readSmallFile(join(folder, 'Dockerfile')))
  const ports = [...dockerfile.matchAll(/^[ \t]*EXPOSE[ \t]+(.+)$/gim)]
    .flatMap(([, words = '']) => words.trim().split(/\s+/))
    .map(word => /^(\d{1,5})(?:\/(tcp|udp))?$/i.exec(word))
    .filter(match => match !== null)
    .map(([, port, transport]) =>
      fullPort(
        { port: Number(port), ...(transport?.toLowerCase() === 'udp' && { protocol: 'udp' }) },
        data,
      ),
    )
  return [...new Map(ports.map(one => [one.port, one])).values()]
}
