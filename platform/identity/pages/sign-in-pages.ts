import type { Language } from '../../../src/domain/languages.ts'
import { inputMarker, type MarkInput } from '../forms/mark-input.ts'
import type { Registration } from '../registration.ts'
import type { Terms } from '../terms/terms.ts'
import { escapeHtml } from './escape.ts'
import { page, statusOf } from './page.ts'
import { passwordInput } from './password-input.ts'
import { addressScript, prefetchScript, revealScript, termsScript } from './scripts.ts'
import { type PageError, texts } from './texts.ts'

/** Who is signed in, instead of the user whom the app has named. */
export interface OtherAccount {
  username: string
  /** Goes on with this account. */
  address: string
}

export interface SignInForm {
  language: Language
  /** Where the form goes. */
  action: string
  /** The page's own address, if it is the answer to another one. */
  address?: string
  username?: string
  other?: OtherAccount
  error?: PageError
  formTargets: readonly string[]
  /** Fetched while the form is filled in. */
  appFiles?: readonly string[]
  /** Null: the event has none. */
  terms: Terms | null
  /** What the visitor accepted before: the hash of the terms. */
  accepted?: string | null
  /** Who may create a sign-in account; absent: everybody. */
  registration?: Registration
  /** The code that the visitor typed before. */
  invite?: string
  /** Whether the visitor asked for a new sign-in account before. */
  isNew?: boolean
}

export function signInPage(form: SignInForm) {
  const { language, action, username = '', error, formTargets, appFiles, registration } = form
  // A sign-in account that was imported accepts the terms with its first sign-in.
  const first = !form.isNew && error === 'termsNotAccepted' ? form.terms : null
  const isOpen = registration !== 'closed'
  const terms = isOpen && !first ? form.terms : null
  const text = texts[language]
  const mark = inputMarker({
    error,
    inputs: [
      'username',
      'password',
      ...(registration === 'invited' ? (['invite'] as const) : []),
      ...(first || terms ? (['terms'] as const) : []),
    ],
    first: username.trim() ? 'password' : 'username',
  })
  return page({
    language,
    title: text.title,
    formTargets,
    status: statusOf(error),
    scripts: [
      revealScript,
      ...(terms ? [termsScript] : []),
      ...(appFiles ? [prefetchScript(appFiles)] : []),
      ...(form.address ? [addressScript(form.address)] : []),
    ],
    body: `${error ? `<p role="alert" id="error">${error === 'wrong' && isOpen ? text.wrongOrNew : text.errors[error]}</p>` : ''}${form.other ? otherAccount(form.other, text) : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="username">${text.username}</label>
<input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="40" required${mark('username', isOpen ? 'username-rule' : '')}>
${passwordInput({
  language,
  id: 'password',
  label: text.password,
  autocomplete: 'current-password',
  attributes: mark('password', isOpen ? 'password-rule' : ''),
})}
${first ? termsInput(first, form, ` required${mark('terms')}`) : ''}
<button name="action" value="signIn">${text.signIn}</button>
<section class="new" aria-labelledby="new">
<h2 id="new">${text.newHere}</h2>
${isOpen ? newAccount({ ...form, terms }, mark) : `<p class="hint">${text.errors.registrationClosed}</p>`}
</section>
</form>`,
  })
}

const otherAccount = ({ username, address }: OtherAccount, text: (typeof texts)[Language]) =>
  `<p>${text.otherAccount} <strong><bdi>${escapeHtml(username)}</bdi></strong>. <a href="${escapeHtml(address)}">${text.otherAccountGoOn}</a></p>`

function newAccount(form: SignInForm, mark: MarkInput) {
  const { language, terms, registration } = form
  const text = texts[language]
  return `<p class="hint">${text.newHow}</p>
<p id="username-rule" class="hint">${text.usernameRule}</p>
<p id="password-rule" class="hint">${text.passwordRule}</p>
${registration === 'invited' ? inviteInput(form, mark) : ''}
${terms ? termsInput(terms, form, mark('terms')) : ''}
<button class="second" name="action" value="create">${text.createAccount}</button>`
}

type ChooseForm = Pick<SignInForm, 'language' | 'action' | 'terms' | 'accepted' | 'error'> & {
  username: string
}

/** The page on which a sign-in account that organisers created gets its password. */
export function choosePasswordPage(form: ChooseForm) {
  const { language, action, username, terms, error } = form
  const text = texts[language]
  const mark = inputMarker({ error, inputs: ['wanted', 'terms'], first: 'wanted' })
  return page({
    language,
    title: text.choosePassword.title,
    scripts: [revealScript],
    status: statusOf(error),
    body: `${error ? `<p role="alert" id="error">${text.errors[error]}</p>` : ''}
<p>${text.choosePassword.intro} <strong><bdi>${escapeHtml(username)}</bdi></strong>.</p>
<form method="post" action="${escapeHtml(action)}">
<input hidden name="username" value="${escapeHtml(username)}" autocomplete="username">
${passwordInput({
  language,
  id: 'wanted',
  label: text.password,
  autocomplete: 'new-password',
  attributes: mark('wanted', 'password-rule'),
})}
<p id="password-rule" class="hint">${text.passwordRule}</p>
${terms ? termsInput(terms, form, mark('terms')) : ''}
<button>${text.choosePassword.save}</button>
</form>`,
  })
}

/** Anyone who only signs in needs none, so the browser does not ask for it. */
function inviteInput({ language, invite = '' }: SignInForm, mark: MarkInput) {
  const text = texts[language]
  return `<label for="invite">${text.invite}</label>
<input id="invite" name="invite" value="${escapeHtml(invite)}" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40"${mark('invite', 'invite-rule')}>
<p id="invite-rule" class="hint">${text.inviteRule}</p>`
}

/** The value says which text was on the page. */
function termsInput(
  { html, language: tag, hash }: Terms,
  form: Pick<SignInForm, 'language' | 'accepted'>,
  attributes: string,
) {
  const { terms: title, acceptTerms } = texts[form.language]
  const lang = tag === form.language ? '' : ` lang="${escapeHtml(tag)}"`
  const checked = form.accepted === hash ? ' checked' : ''
  return `<details><summary><h2>${title}</h2></summary><div class="terms"${lang} role="region" tabindex="0" aria-label="${title}">${html}</div></details>
<label class="check"><input id="terms" name="terms" type="checkbox" value="${hash}"${checked}${attributes}>${acceptTerms}</label>`
}
