import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { sidebarMachine } from './machine.ts'

export const sidebarStates: StatesOf<typeof sidebarMachine> = {
  '(root)': 'How sidebar and home list the challenges, and what is folded. The browser keeps it.',
  restoring: 'The stored choice is being read.',
  storing: 'A new choice is being stored.',
  resting: 'Nothing is under way.',
}
