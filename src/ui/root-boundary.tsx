import { lastTexts } from 'virtual:last-texts'
import { Component, type ReactNode } from 'react'
import { everyLanguage, type Language } from '../domain/languages.ts'
import { Wordmark } from './art/guidon.tsx'
import { LinkButton } from './controls/link-button.tsx'
import css from './sign-in/sign-in-screen.module.css'

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
  reason: Exclude<keyof (typeof lastTexts)[Language], 'reload'>
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
          {lastTexts[language][reason]}
        </p>
      ))}
      {/* A link, because the app's code may be missing. It leads to this page. */}
      <LinkButton href="">
        {languages.map(language => lastTexts[language].reload).join(' / ')}
      </LinkButton>
    </main>
  )
}
