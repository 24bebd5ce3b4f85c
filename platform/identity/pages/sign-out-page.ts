import type { Language } from '../../../src/domain/languages.ts'
import { page } from './page.ts'
import { texts } from './texts.ts'

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
