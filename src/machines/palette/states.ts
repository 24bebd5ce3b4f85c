import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { paletteMachine } from './machine.ts'

export const paletteStates: StatesOf<typeof paletteMachine> = {
  '(root)': 'Jumps to any page or challenge by keyboard.',
  closed: 'It is closed.',
  open: 'It is open, and lists what fits the text.',
}
