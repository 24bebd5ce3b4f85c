import { Component, type ReactNode } from 'react'
import { everyLanguage, type Language } from '../domain/languages.ts'
import { Wordmark } from './art/guidon.tsx'
import { LinkButton } from './controls/link-button.tsx'
import css from './sign-in/sign-in-screen.module.css'

/** These texts are in no catalogue, because they are also shown when no catalogue could be loaded. */
const texts = {
  broken: {
    en: 'Something went wrong in the app. What you typed is kept.',
    de: 'In der App ist etwas schiefgegangen. Deine Eingaben bleiben erhalten.',
  },
  noCode: {
    en: 'The app could not be loaded. Check your connection.',
    de: 'Die App konnte nicht geladen werden. Prüf deine Verbindung.',
  },
  noTexts: {
    en: 'The texts of this page could not be loaded. Retrying…',
    de: 'Die Texte dieser Seite konnten nicht geladen werden. Neuer Versuch …',
  },
  reload: { en: 'Reload', de: 'Neu laden' },
} satisfies Record<string, Record<Language, string>>

/** Shown when nothing else works, so it has every language. */
export class RootBoundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    return this.state.isBroken ? <Unavailable reason="broken" /> : this.props.children
  }
}

interface UnavailableProps {
  reason: keyof Omit<typeof texts, 'reload'>
  languages?: readonly Language[]
}

/** Shown if the app's code or its texts could not be loaded, or if the app is broken. */
export function Unavailable({ reason, languages = everyLanguage }: UnavailableProps) {
  return (
    <main className={css.screen}>
      <title>Guidon</title>
      <h1>
        <Wordmark size="3rem" />
      </h1>
      {languages.map(language => (
        <p key={language} lang={language} className={css.sentence}>
          {texts[reason][language]}
        </p>
      ))}
      {/* A link, because the app's code may be missing. It leads to this page. */}
      <LinkButton href="">
        {languages.map(language => texts.reload[language]).join(' / ')}
      </LinkButton>
    </main>
  )
}
