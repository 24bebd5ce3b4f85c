import { rootOf } from '../../domain/path.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import type { AppConfig } from '../config.ts'
import { type EarlyAnswer, MAX_AGE } from './answers.ts'
import { earlyPaths } from './paths.ts'
import { readRemembered } from './remembered-paths.ts'

/** Requests the data of a page. The client takes the answers. */
export function askForData(
  { apiBaseUrl, event }: Pick<AppConfig, 'apiBaseUrl' | 'event'>,
  page: Page,
  token: string,
): void {
  const root = rootOf(apiBaseUrl)
  // The page is configured with the event's name and mark only if its backend has the event's details.
  const paths = earlyPaths(page, readRemembered(Boolean(event)))
  globalThis.earlyAnswers = new Map(paths.map(path => [root + path, askFor(root + path, token)]))
}

function askFor(url: string, token: string): EarlyAnswer {
  const response = fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    cache: 'no-cache',
    signal: AbortSignal.timeout(MAX_AGE),
  })
  // The client that takes this answer handles a failure.
  response.catch(() => {})
  return { token, sentAt: Date.now(), response }
}
