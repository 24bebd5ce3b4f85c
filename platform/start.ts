import { access } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { realClock } from './clock.ts'
import { compose } from './compose.ts'
import { lockFolder } from './database/lock.ts'
import { openDatabase } from './database/open.ts'
import { isOutOfDisk } from './database/outage.ts'
import { codeOf } from './error-code.ts'
import { loadEvent } from './event/load.ts'
import type { EventDefinition } from './event/model.ts'
import type { ReloadReport } from './event/record/reload-report.ts'
import { createNetworks, isEveryAddress, isLoopback, ownHost } from './http/addresses.ts'
import { readCertificate } from './http/certificate.ts'
import { connectionLimits, maxStreams, minOpenFiles, openFilesLimit } from './http/connections.ts'
import { type HttpServer, openHttpServer } from './http/server.ts'
import type { Log } from './log.ts'
import { type CommandLineOptions, isReachedDirectly } from './options.ts'
import { serveOrganiser } from './organiser/serve.ts'
import { helpWithServer } from './plain-error.ts'
import { StartError } from './start-error.ts'
import type { UncaughtErrors } from './uncaught-errors.ts'

/** A platform that answers on its port. */
export interface Running {
  origin: string
  /** The port at an address of this host, as a URL. */
  listening: string
  event: EventDefinition
  /** False: the app is not built, so there is only the API. */
  hasSite: boolean
  /** What runs them, in words. */
  environments: string
  /** What keeps each environment and desktop to its memory, in words. */
  limitsBy: string
  hasDesktops: boolean
  reload(): Promise<ReloadReport>
  /** Ends requests, environments and the database; the data stays. */
  close(): Promise<void>
}

const builtApp = join(import.meta.dirname, '..', 'dist')

/**
 * Takes the port, the data folder and the database, and starts every part.
 *
 * @param onEnd called if the database ends by itself: the platform can do nothing more
 * @throws StartError, FolderInUseError, EventError
 */
export async function start(
  options: CommandLineOptions,
  log: Log,
  failures: UncaughtErrors,
  onEnd: (error: Error) => void,
): Promise<Running> {
  const closing: (() => Promise<unknown>)[] = []
  const close = async () => {
    // In reverse order. If one step fails, the others still run.
    for (const step of closing.splice(0).reverse())
      await Promise.resolve(step()).catch(error => log.error({ err: error }, 'closing'))
  }
  try {
    const server = await listen(options)
    closing.push(() => server.close())
    const { port } = server
    const listening = originOf(options, port)
    const origin = options.origin ?? listening

    // Before the database is created, so that mistakes in the event are reported at once.
    await loadEvent(options.eventFolder, { firstStart: new Date() })
    closing.push(await lockFolder(options.dataFolder).catch(refuseFolder(options.dataFolder)))
    const database = await openDatabase({
      folder: join(options.dataFolder, 'database'),
      onEnd,
      ...(options.databaseUrl && { url: options.databaseUrl }),
    }).catch(error => refuseDatabase(options, error))
    closing.push(() => database.close())

    const siteFolder = await access(join(builtApp, 'index.html')).then(
      () => builtApp,
      () => null,
    )
    const parts = await compose({
      ...options,
      database,
      clock: realClock,
      log,
      origin,
      isBehindProxy: options.origin !== null && !options.tls,
      isReachedDirectly: isReachedDirectly(options),
      replicaUrl: options.replicaUrl ?? reachable(options, port),
      siteFolder,
      failures,
      measureProcess: true,
      maxStreams: maxStreams(openFilesLimit()),
    })
    closing.push(() => parts.close())
    closing.push(() => server.drain())
    closing.push(async () => parts.endStreams())
    server.serve(parts.handlers)
    const reload = async () => {
      if (options.tls) await renew(server, options.tls, log)
      return parts.reload()
    }
    closing.push(await serveOrganiser({ ...options, ...parts, database, reload, log }))
    return {
      origin,
      listening,
      event: parts.event.current,
      hasSite: siteFolder !== null,
      environments: parts.environments,
      limitsBy: parts.limitsBy,
      hasDesktops: parts.hasDesktops,
      reload,
      close,
    }
  } catch (error) {
    await close()
    throw isOutOfDisk(error) ? outOfDisk(options) : error
  }
}

async function listen({ host, port, origin, tls, trustedProxies }: CommandLineOptions) {
  const proxies = createNetworks(trustedProxies)
  const isExempt = (address: string) => isLoopback(address) || proxies.includes(address)
  const openFiles = openFilesLimit()
  if (openFiles < minOpenFiles)
    throw new StartError(
      `this process may open only ${openFiles} files: allow at least ${minOpenFiles} (ulimit -n)`,
    )
  const certificate = tls ? await readCertificate(tls) : undefined
  try {
    return await openHttpServer({
      host,
      port,
      connections: connectionLimits(openFiles, isExempt),
      isSecure: tls !== null || (origin?.startsWith('https:') ?? false),
      ...(certificate && { certificate }),
    })
  } catch (error) {
    const code = codeOf(error)
    if (code === 'EADDRINUSE')
      throw new StartError(`port ${port} of ${host} is taken: choose another with --port`)
    if (code === 'EACCES')
      throw new StartError(
        `this user may not listen on port ${port} of ${host}: choose another with --port, or give the process CAP_NET_BIND_SERVICE`,
      )
    throw new StartError(`cannot listen on port ${port} of ${host}: ${innermostReasonOf(error)}`)
  }
}

async function renew(server: HttpServer, tls: NonNullable<CommandLineOptions['tls']>, log: Log) {
  try {
    server.renew(await readCertificate(tls))
    log.info('the certificate was read again')
  } catch (error) {
    log.error({ err: error }, 'the certificate could not be read again; it stays as it was')
  }
}

/** Browsers cannot open 0.0.0.0 or ::, so the origin names the loopback address. */
function originOf({ host, tls }: Pick<CommandLineOptions, 'host' | 'tls'>, port: number): string {
  const name = ownHost(host)
  return new URL(`${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`)
    .origin
}

/** Where other hosts reach this one. */
function reachable({ host, tls }: CommandLineOptions, port: number): string {
  if (!isEveryAddress(host)) return originOf({ host, tls }, port)
  const addresses = Object.values(networkInterfaces()).flatMap(list => list ?? [])
  const first = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
  return originOf({ host: first?.address ?? host, tls }, port)
}

const notAllowed = {
  why: 'this user may not write there',
  help: 'change the owner or the rights of what is there',
}
/** Why a data folder cannot be used, and what helps beside another one. By the code of the error. */
const unusable: Readonly<Record<string, { why: string; help?: string }>> = {
  ENOTDIR: { why: 'it is a file, or lies in one' },
  EEXIST: { why: 'it is a file' },
  ENOENT: { why: 'no folder can be made there' },
  EACCES: notAllowed,
  EPERM: notAllowed,
  EROFS: { why: 'it lies on a file system that is read-only' },
  ENOSPC: { why: 'there is no space left', help: 'make room' },
  EDQUOT: { why: 'the quota of this user is used up', help: 'make room' },
}

const refuseFolder =
  (folder: string) =>
  (error: { code?: string }): never => {
    const known = unusable[error.code ?? '']
    if (!known) throw error
    const { why, help } = known
    // Another folder means a new event: that does not help an event that has begun.
    throw new StartError(
      `the data folder ${folder} cannot be used: ${why}; ${help ? `${help}, or ` : ''}choose one with --data`,
    )
  }

/** The database says it while it makes its tables, or when the event is written. */
const outOfDisk = ({ databaseUrl, dataFolder }: CommandLineOptions) =>
  databaseUrl
    ? new StartError('the disk of the database at DATABASE_URL is full: make room on it')
    : refuseFolder(dataFolder)({ code: 'ENOSPC' })

function refuseDatabase(
  { databaseUrl, dataFolder }: CommandLineOptions,
  error: NodeJS.ErrnoException,
): never {
  if (isOutOfDisk(error)) throw error
  if (!databaseUrl && unusable[error.code ?? '']) return refuseFolder(dataFolder)(error)
  const where = databaseUrl ? 'at DATABASE_URL' : `in ${dataFolder}`
  const help = databaseUrl && helpWithServer(error)
  const reason = [innermostReasonOf(error), ...(help ? [help] : [])].join(': ')
  throw new StartError(`the database ${where} cannot be opened: ${reason}`)
}

/** One line, of the innermost cause: the outer error only repeats the statement. */
function innermostReasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return innermostReasonOf(error.cause)
  return error.message.split('\n', 1)[0] || error.name
}
