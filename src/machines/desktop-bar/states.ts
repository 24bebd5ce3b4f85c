import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopBarMachine } from './machine.ts'

export const desktopBarStates: StatesOf<typeof desktopBarMachine> = {
  '(root)': "The bar of the desktop's page.",
  hidden: 'Only its handle is seen.',
  lingering: 'It is shown, and hides soon.',
  attended: 'The user points at it or has focus in it, so it stays.',
  open: 'A panel is open, so the bar stays.',
  'open.clipboard': 'The panel with the clipboard.',
  'open.files': 'The panel with the files.',
  'open.keys': 'The panel with keys that a browser keeps for itself.',
  'open.picture': 'The panel with scaling and quality.',
  'open.sharing': 'The panel with the link for team mates.',
  'open.help': 'The panel with help.',
}
