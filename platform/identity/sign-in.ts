import { setTimeout as delay } from 'node:timers/promises'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { mountPath } from './embedded.ts'
import { isOwnForm } from './forms/own-form.ts'
import { readForm } from './forms/read-form.ts'
import { errors, type Provider } from './library.ts'
import { otherAccountIn } from './other-account.ts'
import { schemeOf, schemeParameter } from './pages/look.ts'
import { messagePage } from './pages/message-page.ts'
import { lookOf, send } from './pages/send.ts'
import { type SignInForm, signInPage } from './pages/sign-in-pages.ts'
import { languageOf, type PageError, texts } from './pages/texts.ts'
import type { ProviderOptions } from './provider-options.ts'
import { tryInTurn } from './queue/try-in-turn.ts'
import { goOnTo, sendWaiting } from './queue/waiting.ts'
import type { ProvenSignInAccount } from './sign-in-accounts.ts'

type Services = Pick<
  ProviderOptions,
  | 'signInAccounts'
  | 'appFiles'
  | 'appOrigins'
  | 'origin'
  | 'attempt'
  | 'register'
  | 'turns'
  | 'terms'
  | 'registration'
  | 'log'
>

/** What the page shows again after a mistake, beside the username. */
type Typed = Pick<SignInForm, 'accepted' | 'invite' | 'isNew'>

/** Milliseconds in the queue after which the page shows the position. */
const positionAfterMs = 1000
/** Seconds to wait before a new attempt, for a visitor whom the queue did not accept. */
const busySeconds = 5

function sendExpired(ctx: KoaContextWithOIDC) {
  const language = languageOf(ctx.get('accept-language'))
  const { errorTitle: title, expired: message } = texts[language]
  send(ctx, messagePage(language, { title, message, status: 400 }))
}

/**
 * Ends a sign-in whose password was changed before it was completed. A stored interaction can be
 * completed much later. A change of the password ends only stored sessions, so this checks once the
 * new session is stored.
 */
export function endStaleSignIns(services: Pick<ProviderOptions, 'signInAccounts' | 'signIns'>) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const { result, session } = ctx.oidc ?? {}
    const id = result?.login?.accountId
    if (!id || !session || (await services.signInAccounts.isProof(id, result.proof))) return
    await services.signIns.end(id, session.uid)
    ctx.remove('location')
    sendExpired(ctx)
  }
}

/**
 * The address of the sign-in page without the origin. It is below `/auth/{uid}`, where the library continues with the
 * app's request: browsers send the cookie for that to no other path.
 */
export const signInPath = (uid: string) => `${mountPath}/auth/${uid}/sign-in`

const isSignIn = /^\/auth\/[^/]+\/sign-in$/

type Params = Readonly<Record<string, unknown>>

/** What every answer to a sign-in shows. @param action where its form goes */
async function contentOf(
  ctx: KoaContextWithOIDC,
  services: Services,
  params: Params,
  action: string,
) {
  const wish = typeof params.ui_locales === 'string' ? params.ui_locales : undefined
  const language = languageOf(wish, ctx.get('accept-language'))
  ctx.state.look = { ...lookOf(ctx), scheme: schemeOf(params[schemeParameter]) }
  const terms = await services.terms(language)
  const { appFiles, appOrigins: formTargets } = services
  return { language, action, formTargets, terms, registration: services.registration(), appFiles }
}

const hintIn = ({ login_hint: hint }: Params) => (typeof hint === 'string' ? hint : undefined)

/** Answers the app's request with the page itself: a redirect to it would take one more round trip. */
export function signInAtOnce(services: Services) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    await next()
    const interaction = ctx.oidc?.entities.Interaction
    if (ctx.path !== '/auth' || ctx.method !== 'GET' || interaction?.prompt.name !== 'login') return
    const { uid, params, prompt } = interaction
    const content = await contentOf(ctx, services, params, signInPath(uid))
    const [username, other] = [hintIn(params), otherAccountIn(prompt.details, params)]
    ctx.remove('location')
    send(ctx, signInPage({ ...content, username, other, address: content.action }))
  }
}

/** The sign-in page: GET shows it, POST tries. */
export function signInRoutes(provider: Provider, services: Services) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>) => {
    if (!isSignIn.test(ctx.path)) return next()
    let address: string | undefined
    try {
      address = await answer(ctx)
    } catch (error) {
      if (!(error instanceof errors.SessionNotFound)) throw error
      // Back in the history of somebody who is signed in.
      const isBack = ctx.method === 'GET' && (await provider.Session.get(ctx)).accountId
      if (isBack) ctx.redirect(`${services.origin}/`)
      else sendExpired(ctx)
    }
    if (address === undefined) return
    // A redirect there would take the browser one more round trip.
    ctx.method = 'GET'
    ctx.url = new URL(address).pathname.slice(mountPath.length)
    return next()
  }

  /** @returns where the library continues with the app's request; undefined: the page is answered */
  async function answer(ctx: KoaContextWithOIDC): Promise<string | undefined> {
    const { prompt, params } = await provider.interactionDetails(ctx.req, ctx.res)
    const page = await contentOf(ctx, services, params, mountPath + ctx.url)
    const { language, terms, registration } = page
    const show = (username?: string, error?: PageError, typed: Typed = {}): undefined => {
      if (error === 'busy') ctx.set('retry-after', String(busySeconds))
      const other = otherAccountIn(prompt.details, params)
      send(ctx, signInPage({ ...page, username, other, error, ...typed }))
    }

    if (prompt.name === 'consent')
      return provider.interactionResult(ctx.req, ctx.res, { consent: {} })
    if (ctx.method !== 'POST') {
      // Without this cookie, which the library removes once a sign-in is complete, the form would lead nowhere.
      if (!ctx.cookies.get(provider.cookieName('resume'), { signed: true }))
        throw new errors.SessionNotFound('the sign-in is complete')
      return show(hintIn(params))
    }
    if (!isOwnForm(ctx, services.origin, false)) return show()

    const form = await readForm(ctx)
    if (!form) return show(undefined, 'tooLarge')
    const username = form.get('username') ?? ''
    const password = form.get('password') ?? ''
    const accepted = form.get('terms')
    const isNew = form.get('action') === 'create'
    const typed = { accepted, invite: form.get('invite') ?? '', isNew }
    const again = (error: PageError) => show(username, error, typed)
    if (!username.trim() || !password) return again('empty')
    if (isNew && registration === 'closed') return again('registrationClosed')
    if (isNew && terms && accepted !== terms.hash) return again('termsNotAccepted')
    const attempt = await services.attempt(username, ctx.req)
    if (!attempt) return again('tooManyAttempts')
    const turn = services.turns.take(attempt.network)
    if (!turn) {
      await attempt.takeBack()
      return again('busy')
    }
    ctx.res.once('close', turn.end)
    const trying = tryInTurn({
      attempt,
      turn,
      isNew,
      register: () => services.register(ctx.req),
      prove: async () => {
        const { signInAccounts } = services
        const made = isNew
          ? await signInAccounts.create(username, password, terms, typed.invite)
          : null
        if (made && made !== 'usernameTaken') return made
        // A form that is sent twice finds the sign-in account that it has created.
        const isAccepted = accepted === terms?.hash
        const known = await signInAccounts.signIn(
          username,
          password,
          terms && { ...terms, isAccepted },
        )
        return known ?? made ?? 'wrong'
      },
    })
    const outcome = trying.then(async found =>
      typeof found === 'string' ? found : { address: await complete(ctx, found) },
    )
    // A user who has left does not wait for it.
    outcome.catch(() => {})
    const isSoon = Promise.race([
      turn.begins.then(() => true),
      delay(positionAfterMs, false, { ref: false }),
    ])
    if (await isSoon) {
      const ended = await outcome
      return typeof ended === 'string' ? again(ended) : ended.address
    }
    const ending = outcome.then(ended =>
      typeof ended === 'string'
        ? signInPage({ ...page, username, error: ended, ...typed }).render().body
        : goOnTo(language, ended.address),
    )
    sendWaiting(ctx, {
      language,
      turn,
      page: signInPage(page),
      ending: ending.catch(error => {
        const isExpired = error instanceof errors.SessionNotFound
        if (!isExpired) services.log.error({ err: error }, 'identity provider')
        const { expired, unavailable } = texts[language]
        return `<p role="alert">${isExpired ? expired : unavailable}</p>`
      }),
    })
  }

  function complete(ctx: KoaContextWithOIDC, { id: accountId, proof }: ProvenSignInAccount) {
    const login = { accountId, remember: true }
    return provider.interactionResult(ctx.req, ctx.res, { login, proof })
  }
}
