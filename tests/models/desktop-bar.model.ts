import { desktopBarMachine } from '../../src/machines/desktop-bar/machine.ts'
import { desktopBarBehaviour } from './behaviours/desktop/desktop-bar.ts'
import { defineModel } from './harness.ts'

export const desktopBarModel = defineModel<typeof desktopBarMachine>({
  machine: desktopBarMachine,
  inputs: [() => undefined],
  events: {
    'bar.entered': [{ type: 'bar.entered' }],
    'bar.left': [{ type: 'bar.left' }],
    'bar.peek': [{ type: 'bar.peek' }],
    'panel.open': [
      { type: 'panel.open', panel: 'clipboard' },
      { type: 'panel.open', panel: 'files' },
      { type: 'panel.open', panel: 'keys' },
      { type: 'panel.open', panel: 'picture' },
      { type: 'panel.open', panel: 'sharing' },
      { type: 'panel.open', panel: 'help' },
    ],
    'panel.close': [{ type: 'panel.close' }],
  },
  actors: {},
  behaviour: desktopBarBehaviour,
})
