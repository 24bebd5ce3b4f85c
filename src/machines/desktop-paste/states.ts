import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopPasteMachine } from './machine.ts'

export const desktopPasteStates: StatesOf<typeof desktopPasteMachine> = {
  '(root)': "An image that the user pastes, on its way to the desktop's clipboard.",
  idle: 'No image is on its way.',
  sending: 'One is on its way. Another one is not taken.',
  arrived: "It is in the desktop's clipboard. The page says so for a moment.",
  failed: 'It did not arrive. The page says why.',
}
