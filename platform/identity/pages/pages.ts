import { hash } from 'node:crypto'
import type { Language } from '../../../src/domain/languages.ts'
import { inputMarker, type MarkInput } from '../forms/mark-input.ts'
import type { Registration } from '../registration.ts'
import type { Terms } from '../terms/terms.ts'
import { escapeHtml } from './escape.ts'
import { accentStyle, eventLine, guidon, type Look, ownLook } from './look.ts'
import { type PageError, texts } from './texts.ts'

export interface Page {
  status: number
  render(look?: Look): Rendered
}

interface Rendered {
  html: string
  /** The static parts of `html`: pages of one form differ only in what is between them. */
  start: string
  body: string
  end: string
  /** Value of its content-security-policy header. */
  policy: string
}

interface Shell {
  language: Language
  title: string
  body: string
  /** They run in the page, which also works without them. */
  scripts?: readonly string[]
  status?: number
  /** Origins that a form on the page may redirect to, besides the platform's own. */
  formTargets?: readonly string[]
}

const style = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;--accent:light-dark(#ffd000,#ffd21f);--on-accent:#1d1800;--focus:light-dark(#8a6100,#ffd21f)}
:root[data-scheme=light]{color-scheme:light}
:root[data-scheme=dark]{color-scheme:dark}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(0,1fr);place-items:start center;background:light-dark(#faf8f4,#141310);color:light-dark(#1d1b17,#ece8df)}
main{overflow-wrap:anywhere;box-sizing:border-box;width:min(24rem,100% - 2rem);padding:clamp(1.25rem,6vw,2rem);margin:clamp(1rem,12vh,8rem) 1rem 1rem;border-radius:.75rem;background:light-dark(#fff,#1c1a17);box-shadow:0 1px 3px #0004}
h1{display:flex;gap:.6rem;align-items:center;font-size:1.35rem;margin:0 0 .75rem}
h1 svg{flex:none;width:1.6rem;height:1.6rem}
.event{display:flex;gap:.6rem;align-items:center;margin:0 0 1rem;font-weight:650}
.event :is(img,svg){flex:none;height:2.25rem;max-width:6rem;object-fit:contain}
p{margin:0 0 1rem}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{box-sizing:border-box;width:100%;font:inherit;padding:.55rem .7rem;margin-bottom:1rem;border:1px solid light-dark(#8d8678,#7f7768);border-radius:.4rem;background:light-dark(#fff,#141310);color:inherit}
button{font:inherit;font-weight:600;width:100%;padding:.6rem;margin-top:.5rem;border-radius:.4rem;border:1px solid transparent;cursor:pointer;background:var(--accent);color:var(--on-accent)}
.password{position:relative;margin-bottom:1rem}
.password input{margin:0;padding-right:3rem}
.reveal:not([hidden]){display:grid;place-items:center;position:absolute;inset:.2rem .2rem .2rem auto;width:2.4rem;margin:0;padding:0;background:none;color:light-dark(#5f5a4f,#aaa394)}
.reveal svg{width:1.25rem;height:1.25rem}
.reveal:not([aria-pressed=true]) .stroke{display:none}
button.second{background:transparent;color:inherit;border-color:light-dark(#8d8678,#7f7768)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
input:focus-visible{outline-offset:-1px}
[aria-invalid]{border-color:light-dark(#b8261d,#ff7d70)}
[role=alert]{padding:.6rem .8rem;border-left:.3rem solid light-dark(#b8261d,#ff7d70);background:light-dark(#fdebe9,#361815)}
[role=status]{padding:.6rem .8rem;border-left:.3rem solid light-dark(#1f7a3d,#5fce85);background:light-dark(#e8f5ec,#12281a)}
h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
ul{list-style:none;margin:0;padding:0}
li div{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:center;justify-content:space-between;margin-bottom:.25rem}
li{padding:.6rem 0;border-top:1px solid light-dark(#ddd8cd,#3a362f)}
li button{width:auto;white-space:nowrap;margin:0;padding:.35rem .8rem}
small,.hint{font-size:.875rem;color:light-dark(#5f5a4f,#aaa394)}
time{white-space:nowrap}
@media (width<20rem){main{hyphens:auto}time{white-space:normal}}
.password+.hint{margin-top:-.6rem}
.new{margin-top:1.75rem;padding-top:1.25rem;border-top:1px solid light-dark(#ddd8cd,#3a362f)}
.new h2{margin-top:0}
.new .hint{margin:0 0 .5rem}
summary{cursor:pointer;padding:.5rem 0}
summary h2{display:inline;font-size:1rem;font-weight:600}
.terms{max-height:min(20rem,60vh);overflow:auto;padding:.6rem .8rem;border:1px solid light-dark(#ddd8cd,#3a362f);border-radius:.4rem;font-size:.9375rem}
.terms :first-child{margin-top:0}
.terms :last-child{margin-bottom:0}
.terms h3{font-size:1rem;margin:1rem 0 .4rem}
.terms :is(ul,ol){margin:0 0 1rem;padding-left:1.25rem;list-style:revert}
.terms li{padding:0;border:0}
.terms :is(pre,table){display:block;overflow:auto}
.check{display:flex;gap:.6rem;align-items:center;margin:0;padding:.6rem 0;font-weight:400}
.check input{flex:none;width:1.25rem;height:1.25rem;margin:0;accent-color:var(--focus)}
.waiting p{margin:0}
.waiting:not(:last-child),.waiting p:not(:last-child){display:none}
.last{margin:1.25rem 0 0}
a{color:inherit}`

const hashOf = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`

const eye =
  '<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 10c1.9-3.5 4.6-5.25 8-5.25s6.1 1.75 8 5.25c-1.9 3.5-4.6 5.25-8 5.25S3.9 13.5 2 10zM10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8z"/><path class="stroke" d="M3.5 16.5l13-13"/></svg>'

/** Hides the password again when the form is sent, so that browsers offer to store it as a password. */
export const revealScript = `for(const button of document.querySelectorAll('.reveal')){
const input=button.previousElementSibling
const show=shown=>{input.type=shown?'text':'password';button.ariaPressed=shown}
button.hidden=false
button.onclick=()=>show(input.type==='password')
input.form.addEventListener('submit',()=>show(false))
}`

/** Without it, the browser would require the acceptance also for a sign-in. The platform always checks. */
const termsScript = `for(const button of document.querySelectorAll('[name=action]'))
button.addEventListener('click',()=>{document.getElementById('terms').required=button.value==='create'})`

/**
 * Fetches what the next page needs, but only in Chromium, which is detected by its speculation rules. Firefox checks
 * `default-src`, and would log that the policy forbids it.
 */
const prefetchScript = (
  addresses: readonly string[],
) => `if(HTMLScriptElement.supports?.('speculationrules'))
for(const href of ${inScript(addresses)})
document.head.append(Object.assign(document.createElement('link'),{rel:'prefetch',crossOrigin:'',href}))`

const inScript = (value: unknown) => JSON.stringify(value).replaceAll('<', String.raw`\u003c`)

/** A page that is loaded again shows the same sign-in. */
const addressScript = (address: string) => `history.replaceState(null,'',${inScript(address)})`

/**
 * The icon is in the page itself. Without an icon, Firefox asks for /favicon.ico, and logs that the policy
 * forbids it.
 */
const namespace = '<svg xmlns="http://www.w3.org/2000/svg"'
const icon = `data:image/svg+xml,${encodeURIComponent(guidon.replace('<svg', namespace))}`

export const page = (shell: Shell): Page => ({
  status: shell.status ?? 200,
  render: look => render(shell, look),
})

function render(
  { language, title, body, scripts = [], formTargets = [] }: Shell,
  { brand, scheme }: Look = ownLook,
): Rendered {
  const ownStyle = style + accentStyle(brand)
  const policy = [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src ${hashOf(ownStyle)}`,
    `script-src ${scripts.map(hashOf).join(' ') || "'none'"}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const start = `<!doctype html>
<html lang="${language}"${scheme ? ` data-scheme="${scheme}"` : ''}><head><meta charset="utf-8"><title>${escapeHtml(title)} · ${escapeHtml(brand?.name ?? 'Guidon')}</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="${icon}"><style>${ownStyle}</style></head>
<body><main>${eventLine(brand)}<h1>${brand ? '' : guidon}${escapeHtml(title)}</h1>
`
  const end = `
</main>${scripts.map(script => `<script>${script}</script>`).join('')}</body></html>`
  return { html: start + body + end, start, body, end, policy }
}

interface PasswordInput {
  language: Language
  /** The id of the input, and also its name. */
  id: string
  label: string
  autocomplete: 'current-password' | 'new-password'
  /** More attributes of the input. */
  attributes: string
}

/** A page with this input needs `revealScript`. */
export const passwordInput = ({ language, id, label, autocomplete, attributes }: PasswordInput) =>
  `<label for="${id}" id="${id}-label">${label}</label>
<div class="password"><input id="${id}" name="${id}" type="password" autocomplete="${autocomplete}" maxlength="256" required${attributes}>
<button type="button" class="reveal" hidden aria-controls="${id}" aria-label="${texts[language].show}" aria-describedby="${id}-label" aria-pressed="false">${eye}</button></div>`

export interface SignInForm {
  language: Language
  /** Where the form goes. */
  action: string
  /** The page's own address, if it is the answer to another one. */
  address?: string
  username?: string
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

export const statusOf: Partial<Record<PageError, number>> = {
  tooManyAttempts: 429,
  busy: 503,
  tooLarge: 413,
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
    status: error ? (statusOf[error] ?? 400) : 200,
    scripts: [
      revealScript,
      ...(terms ? [termsScript] : []),
      ...(appFiles ? [prefetchScript(appFiles)] : []),
      ...(form.address ? [addressScript(form.address)] : []),
    ],
    body: `${error ? `<p role="alert" id="error">${error === 'wrong' && isOpen ? text.wrongOrNew : text.errors[error]}</p>` : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="username">${text.username}</label>
<input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="40" required${mark('username', isOpen ? 'username-rule' : '')}>
${passwordInput({
  ...{ language, id: 'password', label: text.password, autocomplete: 'current-password' },
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
    status: error ? (statusOf[error] ?? 400) : 200,
    body: `${error ? `<p role="alert" id="error">${text.errors[error]}</p>` : ''}
<p>${text.choosePassword.intro} <strong><bdi>${escapeHtml(username)}</bdi></strong>.</p>
<form method="post" action="${escapeHtml(action)}">
<input hidden name="username" value="${escapeHtml(username)}" autocomplete="username">
${passwordInput({
  ...{ language, id: 'wanted', label: text.password, autocomplete: 'new-password' },
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

/** @param form the provider's hidden form, with the id `op.logoutForm` */
export function signOutPage(language: Language, form: string, asked: boolean, targets: string[]) {
  const text = texts[language]
  const button = (label: string, attributes: string) =>
    `<button form="op.logoutForm" ${attributes}>${label}</button>`
  const leave = button(text.signOut, 'id="leave" name="logout" value="yes" autofocus')
  return page({
    language,
    title: text.signOutTitle,
    formTargets: targets,
    // The app sent an ID token of this session, so the user need not confirm.
    ...(asked && { scripts: ["document.getElementById('leave').click()"] }),
    body: asked
      ? `<p>${text.signingOut}</p>${form}${leave}`
      : `<p>${text.signOutQuestion}</p>${form}${leave}${button(text.stay, 'class="second"')}`,
  })
}

interface Message {
  title: string
  message: string
  /** For developers, in English. */
  detail?: string
  status: number
}

export function messagePage(language: Language, { title, message, detail, status }: Message) {
  const reason = detail ? `<p lang="en"><small>${escapeHtml(detail)}</small></p>` : ''
  const home = `<p class="last"><a href="/">${texts[language].home}</a></p>`
  return page({ language, title, status, body: `<p>${escapeHtml(message)}</p>${reason}${home}` })
}
