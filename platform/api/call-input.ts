import * as v from 'valibot'
import type { Call } from '../../src/api/contract.ts'
import { hasNul } from '../http/nul.ts'
import { Refusal } from '../refusal.ts'

export const maxParameterLength = 200
const parameters = new Map<Call, string[]>()

/**
 * The parameters of a call, from its path and its query. If a query has several values for a parameter, the
 * first one counts.
 *
 * @throws Refusal if one is missing, or longer than 200 characters
 */
export function readParams(
  call: Call,
  inPath: Record<string, string>,
  query: URLSearchParams,
): Record<string, string> {
  const params: Record<string, string> = {}
  for (const name of namesOf(call)) {
    const value = inPath[name] ?? query.get(name)
    if (!value) throw new Refusal('VALIDATION_FAILED', `the parameter '${name}' is missing`)
    if (value.length > maxParameterLength || value.includes('\0'))
      throw new Refusal('VALIDATION_FAILED', `the parameter '${name}' is not a name`)
    params[name] = value
  }
  return params
}

function namesOf(call: Call): string[] {
  const known = parameters.get(call)
  if (known) return known
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const names = [...inPath, ...(call.query ?? [])]
  parameters.set(call, names)
  return names
}

/** @throws Refusal that names the field that is wrong */
export function readBody(schema: v.GenericSchema, text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Refusal('VALIDATION_FAILED', 'the body is not JSON')
  }
  const parsed = v.safeParse(schema, value)
  if (!parsed.success) {
    const [issue] = parsed.issues
    const field = v.getDotPath(issue)
    throw new Refusal('VALIDATION_FAILED', field ? `${field}: ${issue.message}` : issue.message)
  }
  // PostgreSQL's text can contain every character but this one.
  if (hasNul(parsed.output))
    throw new Refusal('VALIDATION_FAILED', 'the body holds a NUL character')
  return parsed.output
}
