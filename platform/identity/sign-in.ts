import type { KoaContextWithOIDC } from 'oidc-provider'
import { errors, type Provider } from './library.ts'
import { schemeOf, schemeParameter } from './look.ts'
import { isOwnForm } from './own-form.ts'
import { messagePage, signInPage } from './pages.ts'
import { HashingBusyError } from './passwords/hashing.ts'
import { mountPath, type ProviderOptions } from './provider-options.ts'
import { readForm } from './read-form.ts'
import { lookOf, send } from './send.ts'
import { languageOf, type PageError, texts } from './texts.ts'

type Services = Pick<ProviderOptions, 'accounts' | 'appOrigins' | 'origin' | 'attempt' | 'terms'>

/**
 * Ends a sign-in whose password was changed before it was completed. A stored interaction can be
 * completed much later. A change of the password ends only stored sessions, so this checks once the
 * new session is stored.
 */
export function endStaleSignIns(services: Pick<ProviderOptions, 'accounts' | 'signIns'>) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const { result, session } = ctx.oidc ?? {}
    const id = result?.login?.accountId
    if (!id || !session || (await services.accounts.isProof(id, result.proof))) return
    await services.signIns.end(id, session.uid)
    const language = languageOf(ctx.get('accept-language'))
    const { errorTitle: title, expired: message } = texts[language]
    ctx.remove('location')
    send(ctx, messagePage(language, { title, message, status: 400 }))
  }
}

/** The sign-in page, `/sign-in/{uid}` below the provider's path: GET shows it, POST tries. */
export function signInRoutes(provider: Provider, services: Services) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (!ctx.path.startsWith('/sign-in/')) return next()
    const fallback = languageOf(ctx.get('accept-language'))
    try {
      await answer(ctx)
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      const { errorTitle: title, expired: message } = texts[fallback]
      send(ctx, messagePage(fallback, { title, message, status: 400 }))
    }
  }

  async function answer(ctx: KoaContextWithOIDC) {
    const { prompt, params } = await provider.interactionDetails(ctx.req, ctx.res)
    const wish = typeof params.ui_locales === 'string' ? params.ui_locales : undefined
    const language = languageOf(wish, ctx.get('accept-language'))
    const action = mountPath + ctx.url
    ctx.state.look = { ...lookOf(ctx), scheme: schemeOf(params[schemeParameter]) }
    const terms = await services.terms(language)
    const page = { language, action, formTargets: services.appOrigins, terms }
    const show = (username?: string, error?: PageError, accepted?: string | null) =>
      send(ctx, signInPage({ ...page, username, error, accepted }))

    if (prompt.name === 'consent') return proceed(ctx, { consent: {} })
    if (ctx.method !== 'POST') {
      const hint = typeof params.login_hint === 'string' ? params.login_hint : undefined
      return show(hint)
    }
    if (!isOwnForm(ctx, services.origin, false)) return show()

    const form = await readForm(ctx)
    if (!form) return show(undefined, 'tooLarge')
    const username = form.get('username') ?? ''
    const password = form.get('password') ?? ''
    const accepted = form.get('terms')
    const again = (error: PageError) => show(username, error, accepted)
    if (!username.trim() || !password) return again('empty')
    const isNew = form.get('action') === 'create'
    if (isNew && terms && accepted !== terms.hash) return again('termsNotAccepted')
    const wasRight = await services.attempt(username, ctx.req)
    if (!wasRight) return again('tooManyAttempts')
    const attempt = isNew
      ? services.accounts.create(username, password, terms)
      : services.accounts.signIn(username, password).then(found => found ?? 'wrong')
    const found = await attempt.catch(async error => {
      if (!(error instanceof HashingBusyError)) throw error
      // No password was checked, so this is not an attempt.
      await wasRight()
      ctx.set('retry-after', String(error.retryAfter))
      return 'busy' as const
    })
    if (typeof found === 'string') return again(found)
    // New accounts count as attempts, so that nobody creates thousands.
    if (!isNew) await wasRight()
    return proceed(ctx, { login: { accountId: found.id, remember: true }, proof: found.proof })
  }

  async function proceed(
    ctx: KoaContextWithOIDC,
    result: Parameters<Provider['interactionResult']>[2],
  ) {
    const location = await provider.interactionResult(ctx.req, ctx.res, result)
    ctx.status = 303
    ctx.redirect(location)
  }
}
