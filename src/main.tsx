import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor, waitFor } from 'xstate'
import { createEffects } from './api/client/effects.ts'
import { type AppConfig, readConfig, unconfigured } from './api/config.ts'
import { takeEarly } from './api/early/answers.ts'
import { remember } from './api/early/remembered-paths.ts'
import { createSessionActors } from './api/sign-in/session-actors.ts'
import { signInFailures } from './api/sign-in/sign-in-failures.ts'
import { currentPath } from './browser/current-path.ts'
import { keptInvitation, keptView } from './browser/kept-tokens.ts'
import { allowTranslation } from './browser/language/translated-text.ts'
import { preferences } from './browser/preferences.ts'
import { startReporting } from './diagnostics/reporter/start.ts'
import { keepEvents } from './diagnostics/trace/load-keep.ts'
import type { Failure } from './domain/answer.ts'
import { untilDrawable } from './first-page.ts'
import { permanentChildren } from './machines/app/children.ts'
import { untilAnnouncements } from './machines/app/first-page.ts'
import type { AppRef } from './machines/app/machine.ts'
import { pageOf } from './machines/navigation/pages.ts'
import { App } from './ui/app.tsx'
import { AppProvider } from './ui/app-context.tsx'
import { device } from './wiring/device.ts'
import './ui/tokens.css'
import './ui/base.css'
import './ui/first-file.ts'
import { RootBoundary } from './ui/root-boundary.tsx'
import { wire } from './wiring/app.ts'

/** The console shows the error. The reporter sends it, if the site has one. */
function reportSignInError(failure: Failure | null) {
  reportError(new Error(`The sign-in failed: ${failure?.message}`))
}

/**
 * How long the page shows its prerendered picture at most, in milliseconds, while code and data of the first page are
 * missing. Before they come, the app could not show more than the picture.
 */
const TIMEOUT = 1500
/** The same, if the page is shown as the site has rendered it: the app would show less. */
const LONG_TIMEOUT = 5_000

const delay = (duration: number) => new Promise(resolve => setTimeout(resolve, duration))

/** Resolves when the first page can be drawn whole, or after `TIMEOUT`. */
function untilReady(app: AppRef): Promise<unknown> {
  const timeout = delay(TIMEOUT).then(() => isPageRendered() && delay(LONG_TIMEOUT))
  const all = untilDrawable(app, currentPath()).then(() =>
    isPageRendered() ? untilAnnouncements(app) : undefined,
  )
  // The views show what cannot be loaded.
  return Promise.race([all, timeout]).catch(() => {})
}

const isPageRendered = () => document.querySelector('#root > [data-rendered]') !== null

async function startApp(root: Element, config: AppConfig, missingKeys: readonly string[]) {
  // For developers who ask for it. A production build does not contain it.
  const inspector = import.meta.env.DEV
    ? (await import('./diagnostics/inspection/open.ts')).inspect('app')
    : undefined
  const app = createActor(
    wire({
      effects: createEffects(config, { now: Date.now, early: { take: takeEarly, remember } }),
      session: createSessionActors(config, reportSignInError),
      device,
      report: reportError,
    }),
    {
      inspect: inspector ?? globalThis.actorObserver,
      input: {
        missingKeys,
        path: currentPath(),
        now: Date.now,
        random: Math.random,
        signInFailures: signInFailures.read(),
        accountUrl: config.accountUrl,
        diagnostics: () => diagnostics(),
        brand: config.event,
        locale: { stored: preferences.read('lang'), browser: navigator.languages },
        scheme: { stored: preferences.read('scheme') },
      },
    },
  )
  const diagnostics = keepEvents(app)
  startReporting(config.sentryDsn, app)
  // Before the sign-in leaves the page.
  keptInvitation.keep()
  keptView.keep()
  // Started outside React: a root actor in StrictMode would lose the ids of its system.
  app.start()
  // Without texts the app would show nothing, in place of the first picture.
  await waitFor(
    permanentChildren(app.getSnapshot()).locale,
    snapshot => !snapshot.matches('activating'),
  )
  if (globalThis.earlyAnswers) await untilReady(app)
  allowTranslation(document.body)
  // Also reports errors that a boundary caught.
  createRoot(root, { onCaughtError: error => reportError(error) }).render(
    <StrictMode>
      <RootBoundary>
        <AppProvider app={app}>
          <App />
        </AppProvider>
      </RootBoundary>
    </StrictMode>,
  )
}

/** A silent renewal loads this page in a hidden frame. The page then passes the answer on, and shows nothing. */
const isSilentRenewal = () =>
  window.parent !== window && pageOf(currentPath()).name === 'afterLoginRedirect'

async function start(root: Element) {
  const result = readConfig(document.getElementById('app-config')?.textContent ?? '')
  if (!result.ok) return startApp(root, unconfigured, result.missingKeys)
  if (!isSilentRenewal()) return startApp(root, result.config, [])
  const { createOidc } = await import('./api/sign-in/oidc.ts')
  return createOidc(result.config).finishSilentSignIn()
}

// The build puts this module and what the pages share into one file, to save a request before the first picture. The
// desktop's page loads that file, too, and has no such element.
const root = document.getElementById('root')
// Without `await`: the app loads pages that import this file, and they would wait for it.
if (root) start(root)
