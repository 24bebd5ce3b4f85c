import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

export type Schema = v.GenericSchema

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Call {
  readonly method: Method
  /** With `{name}` where a path parameter stands. */
  readonly path: string
  /** Required query parameters. */
  readonly query?: readonly string[]
  readonly body?: Schema
  /** Absent: the answer has no body that anyone reads. */
  readonly answer?: Schema
  /** The codes that this call answers in the normal course of an event, beside those of every call. */
  readonly codes: readonly ErrorCode[]
  /** Content type of the answer where it is not JSON. */
  readonly type?: string
  /** The answer holds what only its reader may know: no cache keeps it. */
  readonly isSecret?: true
  readonly summary: string
}
