import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopSoundMachine } from './machine.ts'

export const desktopSoundStates: StatesOf<typeof desktopSoundMachine> = {
  '(root)': 'What programs of the desktop play, for its user to hear.',
  absent: 'The desktop has no sound, or there is no connection that would say so.',
  muted: 'It can be turned on. Nothing is sent.',
  listening: 'The user has turned it on.',
  'listening.attended': 'The desktop is asked for it.',
  'listening.attended.asking': 'The desktop has not answered yet.',
  'listening.attended.playing': 'What the desktop plays is heard.',
  'listening.hidden': 'The page is hidden. Nothing is sent until it is shown.',
  'listening.interrupted': 'The connection was lost. The next one is asked.',
  failed: 'Nothing can be heard. The page says why.',
}
