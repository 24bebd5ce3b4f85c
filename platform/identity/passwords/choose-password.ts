import type { KoaContextWithOIDC } from 'oidc-provider'
import { mountPath } from '../embedded.ts'
import { isOwnForm } from '../forms/own-form.ts'
import { readForm } from '../forms/read-form.ts'
import { messagePage } from '../pages/message-page.ts'
import { send } from '../pages/send.ts'
import { choosePasswordPage } from '../pages/sign-in-pages.ts'
import { languageOf, type PageError, texts } from '../pages/texts.ts'
import type { ProviderOptions } from '../provider-options.ts'
import { HashingBusyError } from './hashing.ts'
import { passwordPath } from './links.ts'

type Services = Pick<ProviderOptions, 'signInAccounts' | 'origin' | 'terms'>

/** The page of a link by which a sign-in account gets its first password: GET shows the form, POST stores it. */
export function choosePasswordRoutes({ signInAccounts, origin, terms: termsIn }: Services) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (ctx.path !== passwordPath) return next()
    const language = languageOf(ctx.get('accept-language'))
    const text = texts[language].choosePassword
    const query = new URLSearchParams(ctx.querystring)
    const [user, key] = [query.get('user') ?? '', query.get('key') ?? '']
    const username = await signInAccounts.findByLink(user, key)
    const { title } = text
    const used = messagePage(language, { title, message: text.linkUsed, status: 404 })
    if (username === null) return send(ctx, used)
    const terms = await termsIn(language)
    const page = { language, action: mountPath + ctx.url, username, terms }
    if (ctx.method !== 'POST' || !isOwnForm(ctx, origin, false))
      return send(ctx, choosePasswordPage(page))
    const form = await readForm(ctx)
    const accepted = form?.get('terms') ?? null
    const again = (error: PageError) => send(ctx, choosePasswordPage({ ...page, error, accepted }))
    if (!form) return again('tooLarge')
    if (terms && accepted !== terms.hash) return again('termsNotAccepted')
    try {
      const problem = await signInAccounts.choosePassword(
        user,
        key,
        form.get('wanted') ?? '',
        terms,
      )
      if (problem === 'linkUsed') return send(ctx, used)
      if (problem) return again(problem)
      send(ctx, messagePage(language, { title, message: text.done, status: 200 }))
    } catch (error) {
      if (!(error instanceof HashingBusyError)) throw error
      ctx.set('retry-after', String(error.retryAfter))
      again('busy')
    }
  }
}
