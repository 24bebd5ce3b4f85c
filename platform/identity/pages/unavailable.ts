import type { KoaContextWithOIDC } from 'oidc-provider'
import { isUnavailable } from '../../database/outage.ts'
import type { Log } from '../../log.ts'
import type { Provider } from '../library.ts'
import { messagePage } from './message-page.ts'
import { send } from './send.ts'
import { languageOf, texts } from './texts.ts'

/**
 * While the database does not answer, this answers 503 with Retry-After: a page to browsers, plain text to
 * the app. The provider itself would answer `server_error`, in JSON or by a redirect. OAuth clients treat
 * that as a refusal: the app would leave its page and lose what the user typed there.
 */
export function unavailableAnswers(provider: Provider, log: Log) {
  const failed = new WeakSet<object>()
  provider.on('server_error', (ctx, error) => {
    log.error({ err: error }, 'identity provider')
    if (isUnavailable(error)) failed.add(ctx)
  })

  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    try {
      await next()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.error({ err: error }, 'identity provider')
      failed.add(ctx)
    }
    if (!failed.has(ctx)) return
    ctx.remove('location')
    ctx.set('retry-after', '2')
    ctx.set('cache-control', 'no-store')
    ctx.status = 503
    if (ctx.accepts('json', 'html') === 'html') {
      const language = languageOf(ctx.get('accept-language'))
      const { unavailableTitle: title, unavailable: message } = texts[language]
      send(ctx, messagePage(language, { title, message, status: 503 }))
    } else {
      ctx.type = 'text'
      ctx.body = 'The database does not answer. Try again.\n'
    }
  }
}
