import { rootOf } from '../../domain/path.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { type EarlyAnswer, MAX_AGE } from './answers.ts'
import { earlyPaths } from './paths.ts'
import { readRemembered } from './remembered-paths.ts'

/**
 * Requests the data of a page. The client takes the answers.
 *
 * @param base the configured address of the backend
 */
export function askForData(base: string, page: Page, token: string): void {
  const root = rootOf(base)
  globalThis.earlyAnswers = new Map(
    earlyPaths(page, readRemembered()).map(path => [root + path, askFor(root + path, token)]),
  )
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
