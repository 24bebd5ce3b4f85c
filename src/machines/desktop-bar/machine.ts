import { type ActorRefFrom, setup } from 'xstate'
import type { DesktopBarEvent, Panel } from './events.ts'

const opens =
  (panel: Panel) =>
  ({ event }: { event: DesktopBarEvent }) =>
    event.type === 'panel.open' && event.panel === panel

/** The desktop's bar. It hides itself when it is not used. At most one panel is open. */
export const desktopBarMachine = setup({
  types: { events: {} as DesktopBarEvent },
  guards: {
    opensClipboard: opens('clipboard'),
    opensFiles: opens('files'),
    opensKeys: opens('keys'),
    opensPicture: opens('picture'),
    opensSharing: opens('sharing'),
    opensHelp: opens('help'),
  },
  delays: { linger: 3_000 },
}).createMachine({
  id: 'desktop-bar',
  initial: 'lingering',
  on: {
    'panel.open': [
      { guard: 'opensClipboard', target: '.open.clipboard' },
      { guard: 'opensFiles', target: '.open.files' },
      { guard: 'opensKeys', target: '.open.keys' },
      { guard: 'opensPicture', target: '.open.picture' },
      { guard: 'opensSharing', target: '.open.sharing' },
      { guard: 'opensHelp', target: '.open.help' },
    ],
  },
  states: {
    hidden: { on: { 'bar.enter': 'attended', 'bar.peek': 'lingering' } },
    lingering: {
      after: { linger: 'hidden' },
      on: { 'bar.enter': 'attended', 'bar.peek': { target: 'lingering', reenter: true } },
    },
    attended: { on: { 'bar.leave': 'lingering' } },
    open: {
      on: { 'panel.close': 'attended' },
      initial: 'help',
      states: { clipboard: {}, files: {}, keys: {}, picture: {}, sharing: {}, help: {} },
    },
  },
})

export type DesktopBarRef = ActorRefFrom<typeof desktopBarMachine>
