import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Language } from '../../../src/domain/languages.ts'
import { escapeHtml } from '../pages/escape.ts'
import type { Page } from '../pages/page.ts'
import { lookOf, send } from '../pages/send.ts'
import { texts } from '../pages/texts.ts'
import type { Turn } from './turns.ts'

/** How often the page updates the position, in milliseconds. */
const updateEveryMs = 3000

interface WaitingPage {
  language: Language
  /** The sign-in page itself. */
  page: Page
  turn: Turn
  /** What the page ends with: HTML. */
  ending: Promise<string>
}

/** Until the sign-in page has its ending, the newest position hides those before it. */
export const queuePositionHtml = (language: Language, before: number): string => {
  const { queuePosition, next, keepOpen } = texts[language]
  const words = before > 0 ? queuePosition(before + 1) : next
  return `<p>${words} ${keepOpen}</p>`
}

export const waitingStart = '<div class="waiting" role="status">'

/** Continues without a script. The link is for browsers that do not continue by themselves. */
export const goOnTo = (language: Language, location: string): string => {
  const address = escapeHtml(location)
  return `<meta http-equiv="refresh" content="0;url=${address}"><p><a href="${address}">${texts[language].goOn}</a></p>`
}

/**
 * Sends the sign-in page in pieces: the position in the queue, several times, then its ending. It is all one answer. So
 * the page needs no script, the platform stores nothing between two requests, and any replica may answer. A visitor
 * who closes the page leaves the queue.
 */
export function sendWaiting(
  ctx: KoaContextWithOIDC,
  { language, page, turn, ending }: WaitingPage,
) {
  const { start, end } = page.render(lookOf(ctx))
  async function* parts(): AsyncGenerator<string> {
    let shown = queuePositionHtml(language, turn.before())
    yield start + waitingStart + shown
    while (true) {
      const last = await Promise.race([ending, delay(updateEveryMs, null, { ref: false })])
      if (last !== null) return yield `</div>${last}${end}`
      const position = queuePositionHtml(language, turn.before())
      yield position === shown ? '\n' : position
      shown = position
    }
  }
  send(ctx, page)
  ctx.status = 200
  // Otherwise nginx would keep the answer until its end.
  ctx.set('x-accel-buffering', 'no')
  ctx.remove('content-length')
  ctx.body = Readable.from(parts())
  ctx.type = 'html'
}
