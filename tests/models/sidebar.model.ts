import { sidebarMachine } from '../../src/machines/sidebar/machine.ts'
import { defineModel } from './harness.ts'

export const sidebarModel = defineModel<typeof sidebarMachine>({
  machine: sidebarMachine,
  inputs: [() => undefined],
  events: {
    'sidebar.filtered': [{ type: 'sidebar.filtered', filter: 'web' }],
    'sidebar.solvedToggled': [{ type: 'sidebar.solvedToggled' }],
  },
  actors: {
    restorePreferences: { done: [null, { filter: '', hidesSolved: true }] },
    storePreferences: { done: [undefined] },
  },
})
