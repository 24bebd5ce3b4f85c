import { appMachine } from '../machines/app/machine.ts'
import { sessionMachine } from '../machines/session/machine.ts'
import { wireAccount } from './account.ts'
import { wireChallenge } from './challenge.ts'
import { wireDialogs } from './dialogs.ts'
import { wireEvent } from './event.ts'
import { wireFlugzeug } from './flugzeug.ts'
import { wireReminder } from './reminder.ts'
import { wireShell } from './shell.ts'
import { createTools, type Parts } from './tools.ts'

/** Joins every machine of the app to its effects: one file of this folder for each topic. */
export function wire(parts: Parts) {
  const tools = createTools(parts)
  const { session } = parts
  return appMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: { ...session, sharedSession: tools.lasting(session.sharedSession) },
      }),
      ...wireShell(tools),
      ...wireEvent(tools),
      ...wireAccount(tools),
      challenge: wireChallenge(tools, parts.effects.resolve),
      ...wireFlugzeug(tools),
      reminder: wireReminder(tools),
      dialogs: wireDialogs(tools),
    },
  })
}
