const REDACTED = '[redacted]'

/** Names of secrets, in fields, inputs, outputs and messages. */
const secretName =
  /token|passw|secret|ticket|credential|authorization|cookie|clipboard|verifier|jwt|(private|shared|api)key|passphrase|passcode|^(draft|flag|text|config|pw|pass|otp|pin|sid|refresh|access)$/

/** Texts that look like a secret, anywhere. Rather too many than too few. */
const secretShapes: readonly [RegExp, string][] = [
  // Queries and fragments carry tickets and the codes of the sign-in; authorities carry passwords.
  [/(\/[^\s?#]*[?#]).*/g, `$1${REDACTED}`],
  [/:\/\/[^\s/@]*@/g, `://${REDACTED}@`],
  // A flag: the prefix and all after the brace, since a flag may contain further braces.
  [/(?<![^\s{}])[^\s{}]+\{.*/g, REDACTED],
  // A JSON Web Token.
  [/eyJ[\w-]*\.[\w.-]*/g, REDACTED],
  // A WireGuard key: 32 bytes in base64.
  [/[\w+/]{43}=/g, REDACTED],
  // As errors and configurations quote them.
  [
    /((?:token|passw\w*|passphrase|passcode|secret|ticket|(?:private|shared|api)[-_ ]?key|\b(?:pw|pass|otp|pin|sid|flag|cookie|authorization))["']?\s*[:=])\s*.*/gi,
    `$1 ${REDACTED}`,
  ],
  // Not "code:", which errors have.
  [/\bcode=.*/gi, `code=${REDACTED}`],
  [/\bBearer\s.*/gi, REDACTED],
  [/\bBasic\s+(?=\S*[\d=])[\w+/]{8,}=*/gi, REDACTED],
  // Tokens without a form of their own: long, in hexadecimal digits or of mixed characters.
  [/\b[\da-f]{32,}\b/gi, REDACTED],
  [/(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{40,}/g, REDACTED],
]

/**
 * A copy of any value without its secrets, as plain data that can be posted and stringified:
 * functions, classes and cycles are named in brackets. Shows whether a secret is there, not what.
 */
export function redact(value: unknown): unknown {
  return copy(value, [])
}

function copy(value: unknown, above: readonly object[]): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'function') return `[function ${redactText(value.name)}]`
  if (typeof value === 'bigint' || typeof value === 'symbol') return redactText(String(value))
  if (typeof value !== 'object' || value === null) return value
  if (above.includes(value)) return '[circular]'
  return copyObject(value, [...above, value])
}

function copyObject(value: object, above: readonly object[]): unknown {
  if (hasOwnJson(value)) return copy(value.toJSON(), above)
  if (value instanceof Error) {
    const { name, message, cause } = value
    return copyEntries(Object.entries({ ...value, name, message, cause }), above)
  }
  if (value instanceof Map) return copyEntries([...value], above)
  if (value instanceof Set) return copy([...value], above)
  if (Array.isArray(value)) return value.map(item => copy(item, above))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    return `[${value.constructor.name}]`
  return copyEntries(Object.entries(value), above)
}

function copyEntries(entries: readonly [unknown, unknown][], above: readonly object[]) {
  return Object.fromEntries(
    entries.map(([name, value]) => [
      redactText(String(name)),
      isSecretName(String(name)) && !isBlank(value) ? REDACTED : copy(value, above),
    ]),
  )
}

const hasOwnJson = (value: object): value is { toJSON(): unknown } =>
  'toJSON' in value && typeof value.toJSON === 'function'

const isSecretName = (name: string) => secretName.test(name.toLowerCase().replace(/[-_]/g, ''))

/** Empty values contain no secret, and a boolean only says whether there is one. */
const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || typeof value === 'boolean'

const redactText = (text: string) =>
  secretShapes.reduce((rest, [shape, instead]) => rest.replace(shape, instead), text)
