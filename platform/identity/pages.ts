import { createHash } from 'node:crypto'
import type { Language } from '../../src/domain/languages.ts'
import { type PageError, texts } from './texts.ts'

export interface Page {
  status: number
  html: string
  /** Value of its content-security-policy header. */
  policy: string
}

interface Shell {
  language: Language
  title: string
  body: string
  /** Runs in the page, which also works without it. */
  script?: string
  status?: number
  /** Origins that a form on the page may redirect to, besides the platform's own. */
  formTargets?: readonly string[]
}

const style = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:start center;background:light-dark(#faf8f4,#141310);color:light-dark(#1d1b17,#ece8df)}
main{box-sizing:border-box;width:min(24rem,100% - 2rem);padding:clamp(1.25rem,6vw,2rem);margin:clamp(1rem,12vh,8rem) 1rem 1rem;border-radius:.75rem;background:light-dark(#fff,#1c1a17);box-shadow:0 1px 3px #0004}
h1{display:flex;gap:.6rem;align-items:center;font-size:1.35rem;margin:0 0 .5rem}
svg{flex:none;width:1.6rem;height:1.6rem}
p{margin:0 0 1rem}
label{display:block;font-weight:600;margin-bottom:.25rem}
input{box-sizing:border-box;width:100%;font:inherit;padding:.55rem .7rem;margin-bottom:1rem;border:1px solid light-dark(#8d8678,#7f7768);border-radius:.4rem;background:light-dark(#fff,#141310);color:inherit}
button{font:inherit;font-weight:600;width:100%;padding:.6rem;margin-top:.5rem;border-radius:.4rem;border:1px solid transparent;cursor:pointer;background:light-dark(#ffd000,#ffd21f);color:#1d1800}
button.second{background:transparent;color:inherit;border-color:light-dark(#8d8678,#7f7768)}
:focus-visible{outline:2px solid light-dark(#8a6100,#ffd21f);outline-offset:2px}
[role=alert]{padding:.6rem .8rem;border-left:.3rem solid light-dark(#b8261d,#ff7d70);background:light-dark(#fdebe9,#361815)}
[role=status]{padding:.6rem .8rem;border-left:.3rem solid light-dark(#1f7a3d,#5fce85);background:light-dark(#e8f5ec,#12281a)}
h2{font-size:1.05rem;margin:1.5rem 0 .5rem}
ul{list-style:none;margin:0;padding:0}
li div{display:flex;gap:.75rem;align-items:center;justify-content:space-between;margin-bottom:.25rem;overflow-wrap:anywhere}
li{padding:.6rem 0;border-top:1px solid light-dark(#ddd8cd,#3a362f)}
li button{width:auto;white-space:nowrap;margin:0;padding:.35rem .8rem}
small,.hint{font-size:.875rem;color:light-dark(#5f5a4f,#aaa394)}
time{white-space:nowrap}
.hint{margin-top:-.6rem}
.last{margin:1.25rem 0 0}
a{color:inherit}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const styleHash = hashOf(style)

const guidon =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M4 2h2v20H4z"/><path fill="#e0b400" d="M6 3h16l-5 5 5 5H6z"/></svg>'

/** In the page itself. Without one, Firefox asks for /favicon.ico, and logs that the policy forbids it. */
const namespace = '<svg xmlns="http://www.w3.org/2000/svg"'
const icon = `data:image/svg+xml,${encodeURIComponent(guidon.replace('<svg', namespace))}`

export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`)

export function page({
  language,
  title,
  body,
  script,
  status = 200,
  formTargets = [],
}: Shell): Page {
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src ${styleHash}`,
    `script-src ${script ? hashOf(script) : "'none'"}`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)} · Guidon</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="${icon}"><style>${style}</style></head>
<body><main><h1>${guidon}${escapeHtml(title)}</h1>
${body}
</main>${script ? `<script>${script}</script>` : ''}</body></html>`
  return { status, html, policy }
}

export interface SignInForm {
  language: Language
  /** Where the form goes. */
  action: string
  username?: string
  error?: PageError
  formTargets: readonly string[]
}

export const statusOf: Partial<Record<PageError, number>> = {
  tooManyAttempts: 429,
  busy: 503,
  tooLarge: 413,
}

export function signInPage({ language, action, username = '', error, formTargets }: SignInForm) {
  const text = texts[language]
  const focus = (name: string) =>
    name === (username ? 'password' : 'username') ? ' autofocus' : ''
  const described = error ? ' aria-describedby="error"' : ''
  return page({
    language,
    title: text.title,
    formTargets,
    status: error ? (statusOf[error] ?? 400) : 200,
    body: `<p>${text.intro}</p>
${error ? `<p role="alert" id="error">${text.errors[error]}</p>` : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="username">${text.username}</label>
<input id="username" name="username" value="${escapeHtml(username)}" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="40" required${focus('username')}${described}>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required${focus('password')} aria-describedby="${error ? 'error rule' : 'rule'}">
<p id="rule" class="hint">${text.rule}</p>
<button name="action" value="signIn">${text.signIn}</button>
<button class="second" name="action" value="create">${text.createAccount}</button>
</form>`,
  })
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
    ...(asked && { script: "document.getElementById('leave').click()" }),
    body: asked
      ? `<p>${text.signingOut}</p>${form}${leave}`
      : `<p>${text.signOutQuestion}</p>${form}${leave}${button(text.stay, 'class="second"')}`,
  })
}

export function messagePage(
  language: Language,
  { title, message, status }: { title: string; message: string; status: number },
) {
  const home = `<p><a href="/">${texts[language].home}</a></p>`
  return page({ language, title, status, body: `<p>${escapeHtml(message)}</p>${home}` })
}
