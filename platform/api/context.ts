import type * as v from 'valibot'
import type { AnswerOf, CallName, Calls, ParamsOf, PublicCall } from '../../src/api/contract.ts'
import type { Clock } from '../clock.ts'
import type { ChangingEvent } from '../current-event.ts'
import type { Database } from '../database/database.ts'
import type { Limits } from '../limits/limits.ts'
import type { Log } from '../log.ts'
import type { Scores } from '../scores/scores.ts'
import type { Secrets } from '../secret.ts'
import type { Directory, Member } from './directory.ts'
import type { DesktopsApi, EnvironmentsApi, VpnApi } from './part-interfaces.ts'

/** What the handlers of calls work with. */
export interface Services {
  database: Database
  event: ChangingEvent
  environments: EnvironmentsApi
  /** Null: no desktops here. */
  desktops: DesktopsApi | null
  /** Null: no VPN here. */
  vpn: VpnApi | null
  clock: Clock
  log: Log
  directory: Directory
  scores: Scores
  limits: Limits
  secrets: Secrets
}

type ParsedBody<N extends CallName> = Calls[N] extends {
  body: infer S extends v.GenericSchema
}
  ? v.InferOutput<S>
  : undefined

/** What a handler gets with each request. */
export interface CallContext<N extends CallName> extends Services {
  params: ParamsOf<N>
  body: ParsedBody<N>
  member: N extends PublicCall ? undefined : Member
  /** The grant of the sign-in, if the issuer says so. */
  grantId: string | undefined
  /** The client's network address. */
  address: string
  /** The time at which the whole request had arrived. */
  now: Date
}

export type Handler<N extends CallName> = (context: CallContext<N>) => Promise<AnswerOf<N>>
export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> }
