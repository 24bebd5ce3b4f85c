import type { announcementsMachine } from '../announcements/machine.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import { clockMachine } from '../clock/machine.ts'
import { copyMachine } from '../copy/machine.ts'
import { dialogsMachine } from '../dialogs/machine.ts'
import { eventMachine } from '../event/machine.ts'
import type { flugzeugMachine } from '../flugzeug/machine.ts'
import type { homeMachine } from '../home/machine.ts'
import type { invitationMachine } from '../invitation/machine.ts'
import type { liveMachine } from '../live/machine.ts'
import { localeMachine } from '../locale/machine.ts'
import type { membershipMachine } from '../membership/machine.ts'
import { networkMachine } from '../network/machine.ts'
import { paletteMachine } from '../palette/machine.ts'
import type { reminderMachine } from '../reminder/machine.ts'
import { schemeMachine } from '../scheme/machine.ts'
import { sessionMachine } from '../session/machine.ts'
import { sidebarMachine } from '../sidebar/machine.ts'
import { unprovidedMachine } from '../unprovided.ts'
import { accountResource, publicScoreboardResource, resources } from './resources.ts'

/** Alive in every state, also on an unconfigured page. */
export const permanentActors = { locale: localeMachine, scheme: schemeMachine }

/** Alive from the boot on. */
export const bootedActors = {
  clock: clockMachine,
  network: networkMachine,
  session: sessionMachine,
}

/** Alive while somebody is signed in. Their code is loaded when the app asks them for their machine. */
export const onDemandActors = {
  home: unprovidedMachine<typeof homeMachine>('home'),
  membership: unprovidedMachine<typeof membershipMachine>('membership'),
  invitation: unprovidedMachine<typeof invitationMachine>('invitation'),
  flugzeug: unprovidedMachine<typeof flugzeugMachine>('flugzeug'),
  reminder: unprovidedMachine<typeof reminderMachine>('reminder'),
  announcements: unprovidedMachine<typeof announcementsMachine>('announcements'),
  live: unprovidedMachine<typeof liveMachine>('live'),
}

/** Alive while somebody is signed in. */
export const signedInActors = {
  event: eventMachine,
  ...resources,
  ...onDemandActors,
  /** The clipboard. */
  copy: copyMachine,
  dialogs: dialogsMachine,
  sidebar: sidebarMachine,
  palette: paletteMachine,
}

/** Alive while a visitor is on a public page. */
export const visitorActors = {
  event: eventMachine,
  eventDetails: resources.eventDetails,
  publicScoreboard: publicScoreboardResource,
}

/** One for each page of its kind. */
export const pageActors = {
  challenge: unprovidedMachine<typeof challengeMachine>('challenge'),
  account: accountResource,
}
