import { Component, type ReactNode } from 'react'
import css from './login/login-screen.module.css'

/** The last resort: in both languages, since nothing of the app is sure to work. */
export class RootBoundary extends Component<{ children: ReactNode }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Unavailable
        english="Something went wrong in the app. What you typed is kept."
        german="In der App ist etwas schiefgegangen. Was du eingegeben hast, bleibt erhalten."
      />
    )
  }
}

/** Where texts have not come, or nothing works. */
export function Unavailable({ english, german }: { english: string; german: string }) {
  return (
    <main className={css.screen}>
      <title>Guidon</title>
      <h1>Guidon</h1>
      <p>{english}</p>
      <p lang="de">{german}</p>
      <button type="button" onClick={() => location.reload()}>
        Reload / Neu laden
      </button>
    </main>
  )
}
