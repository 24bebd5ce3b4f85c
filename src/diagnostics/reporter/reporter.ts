import {
  BrowserClient,
  dedupeIntegration,
  defaultStackParser,
  type ErrorEvent,
  getCurrentScope,
  globalHandlersIntegration,
  httpContextIntegration,
  linkedErrorsIntegration,
  makeFetchTransport,
} from '@sentry/browser'
import type { AnyActorRef } from 'xstate'
import { version } from '../../../package.json'
import { redact } from '../redact.ts'
import { statesOf } from './states.ts'

export interface ReporterOptions {
  readonly dsn: string
  /** The root of the machines, whose states are sent along. */
  readonly app: AnyActorRef
}

/**
 * The version, and the hash that the build gave to the page's first file. `trace/build-id.ts` has the same rule:
 * if both shared it, the build would make a file of its own for it, and each page one request more.
 */
function release(): string {
  const entry = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''
  const [, hash = 'dev'] = /-([\w-]{8})\.js$/.exec(entry) ?? []
  return `guidon@${version}+${hash}`
}

/**
 * From now on, reports uncaught errors, redacted by the inspector's rules. It sends no breadcrumbs and no
 * sessions, because they show what people type and where they go.
 */
export function startReporter({ dsn, app }: ReporterOptions): (error: unknown) => void {
  const client = new BrowserClient({
    dsn,
    release: release(),
    // Otherwise the service stores the user's address.
    dataCollection: { userInfo: false, cookies: false },
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    integrations: [
      globalHandlersIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
    ],
    // The client's own data are not plain values, and are not sent.
    beforeSend: ({ sdkProcessingMetadata, ...event }) => ({
      ...(redact({
        ...event,
        contexts: { ...event.contexts, machines: statesOf(app) },
      }) as ErrorEvent),
      sdkProcessingMetadata,
    }),
  })
  getCurrentScope().setClient(client)
  client.init()
  return error => client.captureException(error)
}
