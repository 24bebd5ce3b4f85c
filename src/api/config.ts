import * as v from 'valibot'
import { Brand } from './contract/event-details.ts'
import { defaultScope } from './sign-in/scope.ts'

/** The block `app-config` of the page. */
export interface AppConfig {
  readonly apiBaseUrl: string
  readonly oidcIssuerUrl: string
  readonly oidcClientId: string
  /** Where errors are reported; empty: nowhere. */
  readonly sentryDsn: string
  readonly oidcScope: string
  /** The provider's discovery document; absent: it is asked for. */
  readonly oidcMetadata?: unknown
  readonly idempotencyKeys: boolean
  /** Where users change their password and end their sign-ins; empty: the app shows no link. */
  readonly accountUrl: string
  /** What to show until the event's details are read; null: the app's own name. */
  readonly event: Brand | null
}

export type ConfigResult =
  | { readonly ok: true; readonly config: AppConfig }
  /** The required keys that are missing or empty, or that need a URL and have none. */
  | { readonly ok: false; readonly missingKeys: readonly string[] }

const Url = v.pipe(v.string(), v.trim(), v.url())
const Schema = v.object({
  apiBaseUrl: Url,
  oidcIssuerUrl: Url,
  oidcClientId: v.pipe(v.string(), v.trim(), v.minLength(1)),
  sentryDsn: v.fallback(v.string(), ''),
  oidcScope: v.fallback(v.pipe(v.string(), v.minLength(1)), defaultScope),
  oidcMetadata: v.optional(v.unknown()),
  idempotencyKeys: v.fallback(v.boolean(), false),
  accountUrl: v.fallback(v.pipe(v.string(), v.regex(/^https?:\/\//)), ''),
  event: v.fallback(v.nullable(Brand), null),
})
const required = ['apiBaseUrl', 'oidcIssuerUrl', 'oidcClientId'] as const

/** Reads the text of the block. If it is not JSON, every key is missing. */
export function readConfig(text: string): ConfigResult {
  const parsed = v.safeParse(Schema, parse(text))
  if (parsed.success) return { ok: true, config: parsed.output }
  const wrong = new Set(parsed.issues.map(issue => v.getDotPath(issue)))
  const missingKeys = required.filter(key => wrong.has(key))
  return { ok: false, missingKeys: missingKeys.length > 0 ? missingKeys : required }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/** For a page without a configuration, which makes no calls. */
export const unconfigured: AppConfig = {
  apiBaseUrl: '',
  oidcIssuerUrl: '',
  oidcClientId: '',
  sentryDsn: '',
  oidcScope: '',
  idempotencyKeys: false,
  accountUrl: '',
  event: null,
}
