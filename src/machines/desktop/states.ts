import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { desktopMachine } from './machine.ts'

export const desktopStates: StatesOf<typeof desktopMachine> = {
  '(root)': 'The connection to the remote desktop, in a page of its own.',
  deciding: 'It checks whether the page has a ticket.',
  online: 'There is a connection, or there will be one.',
  'online.opening': 'The connection is being opened.',
  'online.greeting': 'It is open, and the desktop has not answered yet.',
  'online.painting': 'The desktop has answered. Its first picture is on its way.',
  'online.connected': 'The desktop is seen and can be used.',
  'online.connected.settled': 'The clipboard is as it should be.',
  'online.connected.copying':
    "What was copied in the desktop is on its way to the browser's clipboard.",
  'online.connected.withheld': 'The browser refused its clipboard. The user has to ask for it.',
  reconnecting: 'The connection was lost. It is opened again after a delay.',
  refused: 'The ticket is not accepted, so a new one is asked for.',
  disconnected: 'There is no connection until somebody asks for one.',
  'disconnected.ended': 'The desktop was stopped.',
  'disconnected.exhausted': 'It could not reconnect.',
  'disconnected.unanswered': 'Nobody gave a new ticket.',
}
