import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CHANNEL, type InspectorMessage, LOCK } from '../diagnostics/inspection/messages.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import { createLayout } from './chart/layout.ts'
import { Inspector } from './inspector.tsx'
import { createStore } from './store.ts'

const channel = new BroadcastChannel(CHANNEL)
const store = createStore(message => channel.postMessage(message))
channel.addEventListener('message', ({ data }: MessageEvent<InspectorMessage>) => {
  if ('page' in data) store.receive(data)
})
// A page that is loaded again sees by this lock that it need not open another window. Plain HTTP has no locks.
void navigator.locks?.request(LOCK, () => new Promise(() => {}))
channel.postMessage({ type: 'inspector.opened' })

const layout = createLayout()
const container = document.getElementById('inspector')
if (!container) throw new Error('The page has no element #inspector.')
createRoot(container).render(
  <StrictMode>
    <Inspector store={store} layout={layout} />
  </StrictMode>,
)
