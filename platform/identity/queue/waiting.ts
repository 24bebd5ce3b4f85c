import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Language } from '../../../src/domain/languages.ts'
import { escapeHtml } from '../escape.ts'
import type { Page } from '../pages.ts'
import { lookOf, send } from '../send.ts'
import { texts } from '../texts.ts'
import type { Turn } from './turns.ts'

/** Milliseconds after which the page shows another place. */
const step = 3000

interface WaitingPage {
  language: Language
  /** The sign-in page itself. */
  page: Page
  turn: Turn
  /** What the page ends with: HTML. */
  ending: Promise<string>
}

/** Until the sign-in page has its ending, the newest place hides those before it. */
export const queuePositionHtml = (language: Language, before: number): string => {
  const { place, next, keepOpen } = texts[language]
  const words = before > 0 ? place.replace('{place}', String(before + 1)) : next
  return `<p>${words} ${keepOpen}</p>`
}

export const waitingStart = '<div class="waiting" role="status">'

/** Goes on without a script. The link is for browsers that do not go on by themselves. */
export const goOnTo = (language: Language, location: string): string => {
  const address = escapeHtml(location)
  return `<meta http-equiv="refresh" content="0;url=${address}"><p><a href="${address}">${texts[language].goOn}</a></p>`
}

/**
 * Sends the sign-in page bit by bit: the place in the queue, again and again, then its ending. All is one
 * answer, so the page needs no script, the platform keeps nothing between two requests, and any replica
 * may have it. Whoever closes the page leaves the queue.
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
      const last = await Promise.race([ending, pause(step, null, { ref: false })])
      if (last !== null) return yield `</div>${last}${end}`
      const place = queuePositionHtml(language, turn.before())
      yield place === shown ? '\n' : place
      shown = place
    }
  }
  send(ctx, page)
  ctx.status = 200
  // nginx would keep it until its end.
  ctx.set('x-accel-buffering', 'no')
  ctx.remove('content-length')
  ctx.body = Readable.from(parts())
  ctx.type = 'html'
}
