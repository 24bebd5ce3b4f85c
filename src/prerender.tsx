/**
 * The app's first pictures as HTML, for the build. Each one is the app itself on its own machines, whose
 * effects never end. `api/early/first-picture.ts` shows them.
 */

import { i18n } from '@lingui/core'
import { renderToStaticMarkup } from 'react-dom/server.edge'
import { createActor, waitFor } from 'xstate'
import { EVENT_NAME, type PictureName } from './api/early/pictures.ts'
import { catalogueOf } from './browser/language/catalogue.ts'
import type { Language } from './domain/languages.ts'
import { inert } from './inert.ts'
import type { AppRef } from './machines/app/machine.ts'
import { pages } from './machines/navigation/pages.ts'
import { signInStepOf } from './machines/session/selectors.ts'
import { App } from './ui/app.tsx'
import { AppProvider } from './ui/app-context.tsx'
import { Unavailable } from './ui/root-boundary.tsx'
import { wire } from './wiring/app.ts'
import { endlessAdapters } from './wiring/endless.ts'

type AppPicture = Exclude<PictureName, 'noCode'>

/** How the app is opened to show each picture. */
const openings: Readonly<Record<AppPicture, { path: string; hasSession: boolean }>> = {
  shell: { path: pages.home.path, hasSession: true },
  waiting: { path: pages.scoreboard.path, hasSession: false },
  redirecting: { path: pages.home.path, hasSession: false },
  processing: { path: pages.afterLoginRedirect.path, hasSession: false },
  signingOut: { path: pages.logout.path, hasSession: true },
}

function openApp(name: AppPicture, language: Language): AppRef {
  const { path, hasSession } = openings[name]
  const stored = hasSession ? { accessToken: 'none', expiresAt: Number.MAX_SAFE_INTEGER } : null
  return createActor(wire(endlessAdapters(stored)), {
    input: {
      missingKeys: [],
      path,
      now: Date.now,
      random: Math.random,
      signInFailures: 0,
      brand: { name: EVENT_NAME },
      locale: { stored: language, browser: [] },
      scheme: { stored: null },
    },
  }).start()
}

/** Whether the app shows this picture. */
function shows(app: AppRef, name: AppPicture): boolean {
  const snapshot = app.getSnapshot()
  if (name === 'shell') return snapshot.matches({ running: 'signedIn' })
  const session = snapshot.children.session?.getSnapshot()
  return (
    snapshot.matches({ running: 'signedOut' }) &&
    session !== undefined &&
    signInStepOf(session) === name
  )
}

/** One picture, as HTML. */
export async function prerender(name: PictureName, language: Language): Promise<string> {
  if (name === 'noCode')
    return inert(renderToStaticMarkup(<Unavailable reason="noCode" languages={[language]} />))
  i18n.loadAndActivate({ locale: language, messages: await catalogueOf(language) })
  const app = openApp(name, language)
  await waitFor(app, () => shows(app, name), { timeout: 10_000 })
  const html = inert(
    renderToStaticMarkup(
      <AppProvider app={app}>
        <App />
      </AppProvider>,
    ),
  )
  app.stop()
  return html
}
