import type { KoaContextWithOIDC } from 'oidc-provider'
import { regionalTag } from '../../src/domain/languages.ts'
import { takenBack } from '../limits/limits.ts'
import { mountPath } from './embedded.ts'
import { isOwnForm } from './forms/own-form.ts'
import { readForm } from './forms/read-form.ts'
import type { Provider } from './library.ts'
import { messagePage } from './pages/message-page.ts'
import { send } from './pages/send.ts'
import { languageOf, type PageError, texts } from './pages/texts.ts'
import { HashingBusyError } from './passwords/hashing.ts'
import type { ProviderOptions } from './provider-options.ts'
import { type SignInAccountView, signInAccountPage } from './sign-in-account-page.ts'

export const signInAccountPath = `${mountPath}/account`

type Services = Pick<ProviderOptions, 'signInAccounts' | 'signIns' | 'origin' | 'attempt'>
type Outcome = Pick<SignInAccountView, 'error' | 'done'>

/** The page of a sign-in account, `/account` below the provider's path: GET shows it, POST changes it. */
export function signInAccountRoutes(provider: Provider, services: Services) {
  const { signInAccounts, signIns, origin } = services

  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (ctx.path !== '/account') return next()
    const wish = new URLSearchParams(ctx.querystring).get('ui_locales') ?? undefined
    const language = languageOf(wish, ctx.get('accept-language'))
    const session = await provider.Session.get(ctx)
    const signInAccount = session.accountId
      ? await signInAccounts.find(session.accountId)
      : undefined
    if (!signInAccount) {
      const { title, signInFirst: message } = texts[language].account
      return send(ctx, messagePage(language, { title, message, status: 401 }))
    }
    const here = session.uid
    const outcome = ctx.method === 'POST' ? await change(ctx, signInAccount, here) : {}
    const list = await signIns.list(signInAccount.id)
    const action = mountPath + ctx.url
    const tag = regionalTag(language, ctx.acceptsLanguages()[0] ?? language)
    const { username } = signInAccount
    send(
      ctx,
      signInAccountPage({ language, tag, action, username, here, signIns: list, ...outcome }),
    )
  }

  async function change(
    ctx: KoaContextWithOIDC,
    signInAccount: { id: string; username: string },
    here: string,
  ): Promise<Outcome> {
    if (!isOwnForm(ctx, origin, true)) return {}
    const form = await readForm(ctx)
    if (!form) return { error: 'tooLarge' }
    const action = form.get('action')
    if (action === 'end') await signIns.end(signInAccount.id, form.get('uid') ?? '')
    if (action === 'endOthers') await signIns.endOthers(signInAccount.id, here)
    if (action !== 'password') return { done: 'ended' }
    const error = await changePassword(ctx, signInAccount, form)
    if (error) return { error }
    // Somebody else may have signed in with the old password.
    await signIns.endOthers(signInAccount.id, here)
    return { done: 'passwordChanged' }
  }

  async function changePassword(
    ctx: KoaContextWithOIDC,
    { id, username }: { id: string; username: string },
    form: URLSearchParams,
  ): Promise<PageError | null> {
    const attempt = await services.attempt(username, ctx.req)
    if (!attempt) return 'tooManyAttempts'
    try {
      const problem = await signInAccounts.changePassword(
        id,
        form.get('current') ?? '',
        form.get('wanted') ?? '',
      )
      if (problem === 'passwordWrong') await attempt.failed()
      else await attempt.takeBack()
      return problem
    } catch (error) {
      if (!(error instanceof HashingBusyError)) return takenBack(attempt)(error)
      await attempt.takeBack()
      ctx.set('retry-after', String(error.retryAfter))
      return 'busy'
    }
  }
}
