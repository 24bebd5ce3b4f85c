import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { buildMachine } from './machine.ts'

export const buildStates: StatesOf<typeof buildMachine> = {
  '(root)': 'Reloads the page after a deployment, if files of the old one are gone.',
  running: 'All parts could be loaded so far.',
  asking: 'A part is gone. The site is asked for a newer build.',
  reloading: 'There is a newer build, and the page is loaded again.',
}
