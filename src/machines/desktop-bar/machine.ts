import { type ActorRefFrom, setup } from 'xstate'
import type { DesktopBarEvent, PanelName } from './events.ts'

const open = <P extends PanelName>(panel: P) =>
  ({ guard: { type: 'isFor', params: { panel } }, target: `.open.${panel}` }) as const

/** The desktop's bar. It hides itself when it is not used. At most one panel is open. */
export const desktopBarMachine = setup({
  types: { events: {} as DesktopBarEvent },
  guards: {
    isFor: ({ event }, { panel }: { panel: PanelName }) =>
      event.type === 'panel.open' && event.panel === panel,
  },
  delays: { linger: 3_000 },
}).createMachine({
  id: 'desktop-bar',
  initial: 'lingering',
  on: {
    'panel.open': [
      open('clipboard'),
      open('files'),
      open('keys'),
      open('picture'),
      open('sharing'),
      open('help'),
    ],
  },
  states: {
    hidden: { on: { 'bar.entered': 'attended', 'bar.peek': 'lingering' } },
    lingering: {
      after: { linger: 'hidden' },
      on: { 'bar.entered': 'attended', 'bar.peek': { target: 'lingering', reenter: true } },
    },
    attended: { on: { 'bar.left': 'lingering' } },
    open: {
      on: { 'panel.close': 'attended' },
      initial: 'help',
      states: { clipboard: {}, files: {}, keys: {}, picture: {}, sharing: {}, help: {} },
    },
  },
})

export type DesktopBarRef = ActorRefFrom<typeof desktopBarMachine>
