import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopTransferMachine } from './machine.ts'

export const desktopTransferStates: StatesOf<typeof desktopTransferMachine> = {
  '(root)': 'One file on its way to a desktop or from it.',
  waiting: 'Others are before it.',
  moving: 'Its content is on its way.',
  interrupted: 'The connection was cut. It goes on after a delay where it was.',
  failed: 'It was refused or lost, and the list says why.',
  completed: 'It has arrived.',
  closed: 'The user took it off the list.',
}
