import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import type { DesktopDriver } from '../desktop/driver.ts'
import type { DesktopMode } from '../desktop/mode.ts'
import type { EnvironmentDriver } from '../environments/driver.ts'
import type { EngineChoice } from '../environments/engine-choice.ts'
import type { ReloadReport } from '../event/record/reload-report.ts'
import type { RunningEvent } from '../event/record/running.ts'
import type { Handlers } from '../http/server.ts'
import type { Identity } from '../identity/identity.ts'
import type { LimitRules } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { CommandLineOptions } from '../options.ts'
import type { Organiser } from '../organiser/organiser.ts'
import type { Platform } from '../platform.ts'
import type { UncaughtErrors } from '../uncaught-errors.ts'

type CompositionOption =
  | 'dataFolder'
  | 'eventFolder'
  | 'host'
  | 'corsOrigins'
  | 'issuer'
  | 'wireGuardInterface'
  | 'trustedProxies'
  | 'metricsToken'
  | 'replicaUrl'
  | 'isReadOnly'
  | 'environmentsMemory'
  | 'environmentsHost'
  | 'environmentsBind'
  | 'environmentsDomain'
  | 'environmentsPorts'
  | 'desktopsMemory'

export interface CompositionOptions extends Pick<CommandLineOptions, CompositionOption> {
  database: Database
  clock: Clock
  log: Log
  origin: string
  /** See `CommandLineOptions`. Default: false. */
  isDefaultEvent?: boolean
  /** Whether all requests come through a proxy, so that none is known to come from this host. */
  isBehindProxy?: boolean
  /** Whether browsers reach the platform directly. If not, a proxy may have put another host name into a request. */
  isReachedDirectly?: boolean
  /** The built app; null: there is none. */
  siteFolder: string | null
  /** Where the app reports its errors (option `sentry-dsn`); default: null, nowhere. */
  sentryDsn?: string | null
  serviceWorker?: boolean
  /** As in `CommandLineOptions`. Default: true. */
  rendersPages?: boolean
  /** See `CommandLineOptions`. Default: null. */
  desktopsHomes?: string | null
  /** Default: processes of this host. */
  environments?: EngineChoice
  /** Default: desktops run only where they can be isolated. */
  desktops?: DesktopMode
  registry?: string | null
  /** For tests, instead of the chosen engine. */
  environmentDriver?: EnvironmentDriver
  /** For tests, instead of what this host has. */
  desktopDriver?: DesktopDriver
  limits?: LimitRules
  checkAnswers?: boolean
  /** Live streams at once. */
  maxStreams?: number
  /** Default: they are not counted. */
  failures?: UncaughtErrors
  /** Whether `/metrics` has figures of the process, too. */
  measureProcess?: boolean
}

/** A running platform. */
export interface Composition {
  platform: Platform
  /** For the server. */
  handlers: Handlers
  identity: Identity
  event: CurrentEvent
  /** Which engines run environments, for the start-up message. */
  environments: string
  limitsBy: string
  /** Whether participants can have desktops here. */
  hasDesktops: boolean
  /**
   * Reads the event's folder again, on all replicas. If the folder is broken, the event stays as it was.
   * Never rejects.
   */
  reload(): Promise<ReloadReport>
  /** What runs, for an organiser. */
  running(): Promise<RunningEvent>
  organiser: Organiser
  /** Ends the live streams in order, before the server closes their connections. */
  endStreams(): void
  /** Ends desktops, and environments that are processes. Containers and the database go on. */
  close(): Promise<void>
}
