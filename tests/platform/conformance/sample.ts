import * as v from 'valibot'
import type { Call, Schema } from '../../../src/api/contract.ts'

/** The parameters of a call that are in its path. */
export const pathParams = ({ path }: Call): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The fields of a call's body, with their schemas. */
export const fieldsOf = ({ body }: Call): Readonly<Record<string, Schema>> =>
  body && 'entries' in body ? (body.entries as Record<string, Schema>) : {}

/** Values have the right form, but name nothing that exists. */
const values = ['none', 1, true]
const valueFor = (schema: Schema) => values.find(value => v.is(schema, value))

/**
 * A value for each parameter and field of a call.
 *
 * @param name for a team that the call may make
 */
export function sampleOf(call: Call, name: string) {
  const params: Record<string, string> = Object.fromEntries(
    [...pathParams(call), ...(call.query ?? [])].map(param => [param, 'none']),
  )
  if (!call.body) return { params }
  const fields = Object.entries(fieldsOf(call)).map(([field, schema]) => [field, valueFor(schema)])
  const body: Record<string, unknown> = Object.fromEntries(fields)
  return { params, body: 'name' in body ? { ...body, name } : body }
}
