import { awaitData } from '../api/client/effects.ts'
import type { Extension } from '../api/contract.ts'
import { hasExtension } from '../domain/extensions.ts'
import { appMachine } from '../machines/app/machine.ts'
import { onDemand } from '../machines/on-demand.ts'
import { sessionMachine } from '../machines/session/machine.ts'
import { wireAccount } from './account.ts'
import { wireDialogs } from './dialogs.ts'
import { wireEvent } from './event.ts'
import { parts } from './parts.ts'
import { wireShell } from './shell.ts'
import { type Adapters, createTools } from './tools.ts'

/** Joins every machine of the app to its effects: one file of this folder for each topic. */
export function wire(adapters: Adapters) {
  const tools = createTools(adapters)
  const { session } = adapters
  return appMachine.provide({
    actors: {
      session: sessionMachine.provide({
        actors: {
          ...session,
          sharedSession: tools.callback(session.sharedSession),
          findExtension: tools.read(
            async (client, signal, name: Extension | undefined) =>
              name !== undefined &&
              hasExtension(await awaitData(client('getMetadata', { signal })), name),
          ),
        },
      }),
      ...wireShell(tools),
      ...wireEvent(tools, adapters.effects.resolve),
      ...wireAccount(tools),
      dialogs: wireDialogs(tools),
      home: onDemand(parts.home, ({ wireHome }) => wireHome(tools)),
      membership: onDemand(parts.membership, ({ wireMembership }) => wireMembership(tools)),
      invitation: onDemand(parts.invitation, ({ wireInvitation }) => wireInvitation(tools)),
      flugzeug: onDemand(parts.flugzeug, ({ wireFlugzeug }) => wireFlugzeug(tools)),
      challenge: onDemand(parts.challenge, ({ wireChallenge }) =>
        wireChallenge(tools, adapters.effects.resolve),
      ),
      reminder: onDemand(parts.reminder, ({ wireReminder }) => wireReminder(tools)),
      announcements: onDemand(parts.announcements, ({ wireAnnouncements }) =>
        wireAnnouncements(tools),
      ),
      live: onDemand(parts.live, ({ wireLive }) => wireLive(tools)),
    },
  })
}
