import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopFilesMachine } from './machine.ts'

export const desktopFilesStates: StatesOf<typeof desktopFilesMachine> = {
  '(root)': "The files of the desktop's home, and the transfers to it and from it.",
  home: 'The folder that is listed.',
  'home.closed': 'The list is closed.',
  'home.reading': 'The folder is being read. The last list stays.',
  'home.shown': 'The list is shown.',
  'home.failed': 'The folder could not be read, and the panel says why.',
  drag: 'Whether files are dragged over the page.',
  'drag.away': 'No files are over the page.',
  'drag.over': 'Files are over the page, and can be dropped.',
}
