/** An error as the log has it. */
interface Described {
  type: string
  message: string
  stack: string
  [field: string]: unknown
}

/** Fields that say where and why, and contain nothing that anybody sent. */
const kept = [
  'code',
  'errno',
  'syscall',
  'path',
  'address',
  'port',
  'statusCode',
  'reason',
] as const
const keptOfDatabase = ['code', 'severity', 'schema', 'table', 'column', 'constraint', 'routine']

/**
 * Classes of SQLSTATE whose messages name parts of the schema, but no values.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const plainMessage = /^(08|23|25|28|3D|40|42|53|54|55|57|58|XX)/

const maxDepth = 8

/**
 * A serializer for pino. For a failed statement, and for errors that it caused, it logs the SQL and the error's code,
 * without values.
 */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'object' ? typeof error : String(error)
  const { cause } = error
  const errors = error instanceof AggregateError ? error.errors : undefined
  return {
    ...describeOne(error),
    ...(cause !== undefined && depth < maxDepth && { cause: describeError(cause, depth + 1) }),
    ...(errors && depth < maxDepth && { errors: errors.map(one => describeError(one, depth + 1)) }),
  }
}

/** The message, or a replacement if the message may contain values. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? describeOne(error).message : String(error)

/** The messages of the error and of its causes, without values, in one line. */
export function reasonOf(error: unknown): string {
  const messages: string[] = []
  for (let one = error; one instanceof Error && messages.length < maxDepth; one = one.cause)
    messages.push(messageOf(one).split('\n', 1)[0] || nameOf(one))
  return messages.join(': ') || String(error)
}

/** An error of several addresses, such as those of `localhost`, has a code and no message. */
const nameOf = ({ code, name }: NodeJS.ErrnoException): string => code ?? name

/** The error and its causes with their stacks, as text for a person. It has no values of a statement. */
export function explainError(error: unknown): string {
  const described = describeError(error)
  if (typeof described === 'string') return described
  const lines: string[] = []
  for (let one = described as Described | undefined; one; one = one.cause as Described | undefined)
    lines.push(`${lines.length ? 'caused by ' : ''}${one.type}: ${one.message}\n${one.stack}`)
  return lines.join('\n')
}

function describeOne(error: Error): Described {
  // Errors of libraries have fields that the type Error does not have.
  const fields = error as unknown as Record<string, unknown>
  const stack = framesOf(error)
  const sql = typeof fields.query === 'string' && 'params' in fields ? fields.query : undefined
  const statement = sql === undefined ? {} : { sql }
  if (isOfDatabase(fields)) {
    const isPlain = plainMessage.test(fields.code)
    const message = isPlain ? error.message : `SQLSTATE ${fields.code}; its message has values`
    const where = pick(fields, keptOfDatabase)
    return { type: 'DatabaseError', message, ...statement, stack, ...where }
  }
  const type = error.constructor.name
  if (sql !== undefined) return { type, message: 'a statement failed', sql, stack }
  return { type, message: error.message, stack, ...pick(fields, kept) }
}

/** Whether an error is from PGlite or node-postgres. */
const isOfDatabase = (fields: Record<string, unknown>): fields is { code: string } =>
  typeof fields.code === 'string' && /^[0-9A-Z]{5}$/.test(fields.code) && 'severity' in fields

/** Where it was thrown, without the message before it, which may contain values. */
const framesOf = ({ stack = '' }: Error) =>
  stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')

const pick = (fields: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(
    names.filter(name => fields[name] !== undefined).map(name => [name, fields[name]]),
  )
