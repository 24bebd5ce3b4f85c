import type { KoaContextWithOIDC } from 'oidc-provider'
import { Refusal } from '../refusal.ts'
import { messagePage } from './pages/message-page.ts'
import { send } from './pages/send.ts'
import { languageOf, texts } from './pages/texts.ts'
import type { ProviderOptions } from './provider-options.ts'

/** The request of the app has 500 characters. */
const maxQueryLength = 4096

/** These paths store an interaction or a session for each visitor. */
const storing = new Set(['/auth', '/session/end'])

/** Limits the number and size of requests, so that visitors who never sign in cannot fill the disk. */
export function limitVisits({ visit }: Pick<ProviderOptions, 'visit'>) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (!storing.has(ctx.path)) return next()
    const language = languageOf(ctx.get('accept-language'))
    const { errorTitle: title, errors } = texts[language]
    if (ctx.querystring.length > maxQueryLength) {
      const message = `invalid_request: more than ${maxQueryLength} characters`
      return send(ctx, messagePage(language, { title, message, status: 414 }))
    }
    try {
      await visit(ctx.req)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(ctx, messagePage(language, { title, message: errors.tooManyAttempts, status: 429 }))
      return ctx.set('retry-after', String(error.retryAfter ?? 60))
    }
    return next()
  }
}
