import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopClipboardImageMachine } from './machine.ts'

export const desktopClipboardImageStates: StatesOf<typeof desktopClipboardImageMachine> = {
  '(root)': "The image of the desktop's clipboard, which the user may copy.",
  closed: 'Its panel is closed, and no image is kept.',
  open: 'Its panel is open.',
  'open.reading': 'The image is being read.',
  'open.shown': 'There is one, and it is shown.',
  'open.shown.idle': 'It can be copied.',
  'open.shown.copying': 'The browser is asked to copy it.',
  'open.shown.copied': 'It was copied. The button says so for a moment.',
  'open.shown.refused': 'The browser refused. The panel says what to do.',
  'open.missing': 'There is none, or it could not be read. The panel says why.',
}
