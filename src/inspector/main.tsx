import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/tokens.css'
import '../ui/base.css'
import { Inspector } from './inspector.tsx'
import { createStore } from './store.ts'

const app: Window | null = window.opener
const store = createStore()
const connect = () => app?.postMessage({ type: '@statelyai.connected' }, location.origin)

addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== app) return
  if (data?.type !== 'app.loaded') return store.add(data)
  store.forgetActors()
  connect()
})
connect()

const container = document.getElementById('inspector')
if (!container) throw new Error('The page has no element #inspector.')
createRoot(container).render(
  <StrictMode>
    <Inspector store={store} hasApp={app !== null} />
  </StrictMode>,
)
