import type { Language } from '../../src/domain/languages.ts'
import { deviceName } from './device.ts'
import { inputMarker } from './forms/mark-input.ts'
import { escapeHtml } from './pages/escape.ts'
import { page, statusOf } from './pages/page.ts'
import { passwordInput } from './pages/password-input.ts'
import { localTimesScript, revealScript, timeStyle } from './pages/scripts.ts'
import { type PageError, texts } from './pages/texts.ts'
import type { SignIn } from './sign-ins.ts'

export interface SignInAccountView {
  language: Language
  /** The language tag that decides how dates and times are written. */
  tag: string
  /** Where the forms go. */
  action: string
  username: string
  signIns: SignIn[]
  /** The id of this browser's session. */
  here: string
  error?: PageError
  /** The change that was just made. */
  done?: 'passwordChanged' | 'ended'
}

/** The page on which a sign-in account changes its password and ends its sign-ins. */
export function signInAccountPage(view: SignInAccountView) {
  const { language, tag, username, signIns, here, error, done } = view
  const text = texts[language].account
  const action = escapeHtml(view.action)
  const ownFirst = signIns.toSorted((a, b) => Number(b.uid === here) - Number(a.uid === here))
  const mark = inputMarker({
    error,
    inputs: ['current', 'wanted'],
    first: error ? 'current' : undefined,
  })
  const others = signIns.filter(({ uid }) => uid !== here).length
  return page({
    language,
    title: text.title,
    scripts: [revealScript, localTimesScript(tag)],
    status: statusOf(error),
    body: `<p>${text.intro} <strong><bdi>${escapeHtml(username)}</bdi></strong></p>
${done ? `<p role="status">${text[done]}</p>` : ''}
<h2>${text.signIns}</h2>
<ul>${ownFirst.map(signIn => item(view, signIn)).join('')}</ul>
${others > 1 ? `<form method="post" action="${action}"><button class="second" name="action" value="endOthers">${text.endOthers}</button></form>` : ''}
<h2>${text.changePassword}</h2>
${error ? `<p role="alert" id="error">${texts[language].errors[error]}</p>` : ''}
<form method="post" action="${action}">
<input hidden name="username" value="${escapeHtml(username)}" autocomplete="username">
${passwordInput({
  language,
  id: 'current',
  label: text.current,
  autocomplete: 'current-password',
  attributes: mark('current'),
})}
${passwordInput({
  language,
  id: 'wanted',
  label: text.wanted,
  autocomplete: 'new-password',
  attributes: ` minlength="8"${mark('wanted', 'rule')}`,
})}
<p id="rule" class="hint">${text.rule}</p>
<button name="action" value="password">${text.changePassword}</button>
</form>
<p class="last"><a href="/">${texts[language].home}</a></p>`,
  })
}

function item({ language, tag, action, here }: SignInAccountView, signIn: SignIn): string {
  const text = texts[language].account
  const device = escapeHtml(deviceName(signIn.userAgent) ?? text.unknown)
  const format = new Intl.DateTimeFormat(tag, { ...timeStyle, timeZone: 'UTC' })
  const time = (at: Date) => `<time datetime="${at.toISOString()}">${format.format(at)}</time>`
  const end = `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="uid" value="${escapeHtml(signIn.uid)}"><button class="second" name="action" value="end" aria-label="${text.end}: ${device}">${text.end}</button></form>`
  return `<li><div><span><strong>${device}</strong>${signIn.uid === here ? ` (${text.here})` : ''}</span>${signIn.uid === here ? '' : end}</div><small>${text.since} ${time(signIn.madeAt)}<br>${text.used} ${time(signIn.usedAt)}</small></li>`
}
