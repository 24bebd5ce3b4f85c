import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopViewMachine } from './machine.ts'

export const desktopViewStates: StatesOf<typeof desktopViewMachine> = {
  '(root)': 'Watching the desktop of a team mate, by a link.',
  none: "There is no link. The page shows the user's own desktop.",
  watching: 'The desktop of the link is read, and read again.',
  'watching.loading': 'Nobody knows yet whether it is shared.',
  'watching.failed': 'It could not be read.',
  'watching.shown': 'It is seen.',
  'watching.shown.served': 'The iframe has a ticket.',
  'watching.shown.waiting': 'The iframe asked for a new ticket, which is being read.',
  gone: 'The link shows nothing, or nothing any more.',
}
