import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'
import type { Extension } from './extension.ts'

export type Schema = v.GenericSchema

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** The part of a call that a client needs. */
export interface ClientCall {
  readonly method: Method
  /** `{name}` is a path parameter. */
  readonly path: string
  /** Required query parameters. */
  readonly query?: readonly string[]
  /** Absent: the answer has no body. */
  readonly answer?: Schema
  /** Content type of the answer, if it is not JSON. */
  readonly type?: string
}

/**
 * What only backends and documents need. It is separate, so that the app's first load does not contain it.
 */
export interface CallRules {
  readonly body?: Schema
  /** The codes that are normal for this call, beside those of every call. */
  readonly codes: readonly ErrorCode[]
  /** The answer has secrets of its reader: no cache may keep it. */
  readonly isSecret?: true
  /** Any cache may keep the answer for a moment, for all who ask. */
  readonly isShared?: true
  /** It needs no token. */
  readonly isPublic?: true
  /** Only a backend that names this extension has the call. */
  readonly extension?: Extension
  readonly summary: string
}

export type Call = ClientCall & CallRules

export type ClientCalls = Readonly<Record<string, ClientCall>>

/** One entry for each call of a topic. */
export type RulesOf<C extends ClientCalls> = { readonly [N in keyof C]: CallRules }
