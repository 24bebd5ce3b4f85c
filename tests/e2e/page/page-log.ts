import { createHash } from 'node:crypto'
import type { BrowserContext, ConsoleMessage } from 'playwright/test'

/** The errors and warnings that pages log, except those that are not about the app. */
export interface PageLog {
  readonly messages: string[]
  /** For a test that provokes messages. They may come after its last step: only `unexpected` filters them. */
  allow(pattern: RegExp): void
  unexpected(): string[]
}

/** Collects what is logged from now on. */
export function watchLog(context: BrowserContext): PageLog {
  const messages: string[] = []
  const allowed: RegExp[] = []
  context.on('console', message => {
    const text = message.text()
    if (!['error', 'warning'].includes(message.type()) || text === blocked) return
    if (!isRefusal(message) && !isCutOff(text)) messages.push(`${text} ${message.location().url}`)
  })
  context.on('weberror', error => {
    const text = String(error.error())
    if (!isCutOff(text)) messages.push(text)
  })
  return {
    messages,
    allow: pattern => allowed.push(pattern),
    unexpected: () => messages.filter(text => !allowed.some(pattern => pattern.test(text))),
  }
}

const hashOfNothing = createHash('sha384').digest('base64')

/** Playwright says so where the configuration blocks service workers. */
const blocked = 'Service Worker registration blocked by Playwright'

/** Firefox checks the hash of a script, too, that it no longer reads because the page was left. */
const isCutOff = (text: string) =>
  text.includes('integrity attribute') && text.includes(hashOfNothing)

/** Chromium logs every answer of 400 and above, refusals of the API and of tokens included. */
function isRefusal(message: ConsoleMessage): boolean {
  return (
    /^Failed to load resource: .* status of 4\d\d/.test(message.text()) &&
    /^\/(v1\/|oidc\/token$)/.test(new URL(message.location().url).pathname)
  )
}
