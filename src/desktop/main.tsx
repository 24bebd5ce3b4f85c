import { msg } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createActor } from 'xstate'
import { allowTranslation } from '../browser/language/translated-text.ts'
import { isWatcher, preferencesOf } from '../machines/desktop/selectors.ts'
import { desktopBarMachine } from '../machines/desktop-bar/machine.ts'
import { createFilesAccess } from '../remote-desktop/files/access.ts'
import { roleIn, ticketIn } from '../remote-desktop/messages.ts'
import { desktopIn, screenNumberIn } from '../remote-desktop/screens/address.ts'
import { giveTickets } from '../remote-desktop/screens/ticket-exchange.ts'
import { createSoundLink } from '../remote-desktop/sound/link.ts'
import { canPlaySound } from '../remote-desktop/sound/speaker.ts'
import '../ui/tokens.css'
import '../ui/base.css'
import './page.css'
import { ActorsProvider } from './actors.tsx'
import { DesktopPage } from './desktop-page.tsx'
import { onMessage } from './embedder.ts'
import { readHomeWhileOpen, takeDrops } from './files/page-events.ts'
import { wireFiles } from './files/wiring.ts'
import { followApp } from './follow-app.ts'
import { pasteInto, readImageWhileOpen, wireImage, wirePaste } from './images/wiring.ts'
import { loadLanguage } from './language.ts'
import { focusDesktop } from './panels/move-focus.ts'
import { readPreferences, writePreferences } from './preferences.ts'
import { followConnection, wireSound } from './sound/wiring.ts'
import { wireCopy, wireDesktop } from './wiring.ts'

function need(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element
}
const controls = need('controls')
const screen = need('screen')
const sink = need('keys') as HTMLTextAreaElement
const role = roleIn(location.href)
const own = role === 'watcher' ? null : screenNumberIn(location.href)
const path = own === 2 ? '/desktop/socket?screen=2' : '/desktop/socket'
const address = new URL(path, location.href.replace(/^http/, 'ws')).href

/** As in the app: for developers who ask for it. */
const inspector = import.meta.env.DEV
  ? (await import('../diagnostics/inspection/open.ts')).inspect('desktop')
  : undefined
const inspect = inspector ?? globalThis.actorObserver

const access = createFilesAccess(location.origin)
const paste = createActor(wirePaste(access), { inspect })
const image = createActor(wireImage(access), { inspect })
const link = createSoundLink()
const sound = createActor(wireSound(link), { inspect, input: { canPlay: canPlaySound() } })
const wired = wireDesktop({
  address,
  screen,
  sink,
  own,
  controls,
  access,
  pasteImage: pasteInto(paste),
  sound: link,
})
const desktop = createActor(wired, {
  inspect,
  input: {
    ticket: ticketIn(location.href),
    preferences: readPreferences(),
    role,
    random: Math.random,
  },
})
const bar = createActor(desktopBarMachine, { inspect })
const files = createActor(wireFiles(access), {
  inspect,
  // `crypto.randomUUID` is missing on plain HTTP.
  input: { newId: () => crypto.getRandomValues(new BigUint64Array(2)).join('-') },
})
const copy = createActor(wireCopy(), { inspect })
let stored = desktop.getSnapshot().context.preferences
desktop.subscribe(snapshot => {
  if (preferencesOf(snapshot) === stored) return
  stored = preferencesOf(snapshot)
  writePreferences(stored)
})
onMessage(message => message.type === 'focus.enter' && focusDesktop())
followConnection(link, sound)
sound.start()
desktop.start()
bar.start()
files.start()
copy.start()
paste.start()
image.start()
readImageWhileOpen(bar, image)
readHomeWhileOpen(bar, files)
if (own) giveTickets(desktopIn(location.href), access.renew)
if (!isWatcher(desktop.getSnapshot())) takeDrops(window, bar, files)

followApp()
const i18n = await loadLanguage()
const nameParts = () => {
  sink.ariaLabel = i18n._(msg`Keyboard of the desktop. Press Esc twice to leave it.`)
  if (own === 2) document.title = i18n._(msg`Second screen`)
}
nameParts()
i18n.on('change', nameParts)
allowTranslation(document.body)
createRoot(controls).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <ActorsProvider
        desktop={desktop}
        bar={bar}
        files={files}
        copy={copy}
        paste={paste}
        image={image}
        sound={sound}
      >
        <DesktopPage />
      </ActorsProvider>
    </I18nProvider>
  </StrictMode>,
)
