import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'
import type { Extension } from './extension.ts'

export type Schema = v.GenericSchema

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a client needs of a call. */
export interface ClientCall {
  readonly method: Method
  /** With `{name}` where a path parameter stands. */
  readonly path: string
  /** Required query parameters. */
  readonly query?: readonly string[]
  /** Absent: the answer has no body that anyone reads. */
  readonly answer?: Schema
  /** Content type of the answer where it is not JSON. */
  readonly type?: string
}

/** What backends and documents need beside it: apart, so that the app's first load does not contain it. */
export interface CallRules {
  readonly body?: Schema
  /** The codes that this call answers in the normal course of an event, beside those of every call. */
  readonly codes: readonly ErrorCode[]
  /** The answer holds what only its reader may know: no cache keeps it. */
  readonly isSecret?: true
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
