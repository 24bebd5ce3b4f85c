import { type SidebarPreferences, sidebarMachine } from '../../src/machines/sidebar/machine.ts'
import { sidebarBehaviour } from './behaviours/shell/sidebar.ts'
import { defineModel } from './harness.ts'

const stored: SidebarPreferences = {
  filter: '',
  hidesSolved: true,
  folded: ['web'],
  guide: { howTo: 'open' },
}

export const sidebarModel = defineModel<typeof sidebarMachine>({
  machine: sidebarMachine,
  inputs: [() => undefined],
  events: {
    'sidebar.filtered': [
      { type: 'sidebar.filtered', filter: 'web' },
      { type: 'sidebar.filtered', filter: ' ' },
    ],
    'sidebar.solvedToggled': [{ type: 'sidebar.solvedToggled' }],
    'sidebar.groupToggled': [
      { type: 'sidebar.groupToggled', categorySlug: 'web' },
      { type: 'sidebar.groupToggled', categorySlug: 'crypto' },
    ],
    'guide.open': [{ type: 'guide.open', part: 'rules' }],
    'guide.fold': [{ type: 'guide.fold', part: 'howTo' }],
  },
  actors: {
    restorePreferences: { done: [null, stored] },
    storePreferences: { done: [undefined] },
  },
  key: ({ context: { filter, folded } }) => [filter.trim(), folded.length],
  walkKey: ({ context }) => context,
  behaviour: sidebarBehaviour,
})
