import type { StatesOf } from '../../../tools/statechart/described.ts'
import type { appMachine } from './machine.ts'

export const appStates: StatesOf<typeof appMachine> = {
  '(root)':
    'The root of the app: boots, follows the session, and runs the actors of a user who is signed in.',
  boot: 'It checks whether the site is configured.',
  failed: 'A key of the configuration is missing. The page names it, and stays.',
  running: 'Session, network and navigation are there.',
  'running.signedOut': 'There is no session yet, or none any more.',
  'running.visiting': 'Somebody without a session is on a public page.',
  'running.signedIn': 'A session is there, and so are the actors of its user.',
  'running.signedIn.loading': 'Event and user have not been read yet.',
  'running.signedIn.ready': 'Event and user are known, so pages can be shown.',
}
