import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { readConfig } from './api/config.ts'
import { loginFailures } from './api/login-failures.ts'
import { currentPath } from './api/navigation.ts'
import { preferences } from './api/preferences.ts'
import { pageOf } from './machines/navigation/pages.ts'
import { App } from './ui/app.tsx'
import { AppProvider } from './ui/app-context.tsx'
import './ui/tokens.css'
import './ui/base.css'
import { wire } from './wiring.ts'

const config = readConfig(document.getElementById('app-config')?.textContent ?? '')

// A silent renewal loads this page in a hidden frame: it hands the answer over and shows nothing.
if (config.ok && window.parent !== window && pageOf(currentPath()).name === 'afterLoginRedirect') {
  const { createOidc } = await import('./api/oidc.ts')
  await createOidc(config.config).finishSilentLogin()
} else {
  const app = createActor(wire(config), {
    input: {
      missingKeys: config.ok ? [] : config.missingKeys,
      path: currentPath(),
      now: Date.now,
      random: Math.random,
      loginFailures: loginFailures.read(),
      locale: { stored: preferences.read('lang'), browser: navigator.languages },
      scheme: { stored: preferences.read('scheme') },
    },
    inspect: await inspector(),
  })
  // Started outside React: a root actor in StrictMode would lose the ids of its system.
  app.start()
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no #root.')
  createRoot(container).render(
    <StrictMode>
      <AppProvider app={app}>
        <App />
      </AppProvider>
    </StrictMode>,
  )
}
