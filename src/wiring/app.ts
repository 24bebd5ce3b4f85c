import { awaitData } from '../api/client/effects.ts'
import type { Extension } from '../api/contract.ts'
import { hasExtension } from '../domain/extensions.ts'
import { appMachine } from '../machines/app/machine.ts'
import { onDemand } from '../machines/on-demand.ts'
import { sessionMachine } from '../machines/session/machine.ts'
import { wireAccount } from './account.ts'
import { wireDialogs } from './dialogs.ts'
import { wireEvent } from './event.ts'
import { parts as code } from './parts.ts'
import { wireShell } from './shell.ts'
import { createTools, type Parts } from './tools.ts'

/** Joins every machine of the app to its effects: one file of this folder for each topic. */
export function wire(parts: Parts) {
  const tools = createTools(parts)
  const { session } = parts
  return appMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          ...session,
          sharedSession: tools.lasting(session.sharedSession),
          findExtension: tools.read(
            async (client, signal, name: Extension | undefined) =>
              name !== undefined &&
              hasExtension(await awaitData(client('getMetadata', { signal })), name),
          ),
        },
      }),
      ...wireShell(tools),
      ...wireEvent(tools, parts.effects.resolve),
      ...wireAccount(tools),
      dialogs: wireDialogs(tools),
      home: onDemand(code.home, ({ wireHome }) => wireHome(tools)),
      membership: onDemand(code.membership, ({ wireMembership }) => wireMembership(tools)),
      invitation: onDemand(code.invitation, ({ wireInvitation }) => wireInvitation(tools)),
      flugzeug: onDemand(code.flugzeug, ({ wireFlugzeug }) => wireFlugzeug(tools)),
      challenge: onDemand(code.challenge, ({ wireChallenge }) =>
        wireChallenge(tools, parts.effects.resolve),
      ),
      reminder: onDemand(code.reminder, ({ wireReminder }) => wireReminder(tools)),
      announcements: onDemand(code.announcements, ({ wireAnnouncements }) =>
        wireAnnouncements(tools),
      ),
      live: onDemand(code.live, ({ wireLive }) => wireLive(tools)),
    },
  })
}
