import { clockMachine } from '../clock/machine.ts'
import { copyMachine } from '../copy/machine.ts'
import { dialogsMachine } from '../dialogs/machine.ts'
import { eventMachine } from '../event/machine.ts'
import { flugzeugMachine } from '../flugzeug/machine.ts'
import { homeMachine } from '../home/machine.ts'
import { localeMachine } from '../locale/machine.ts'
import { membershipMachine } from '../membership/machine.ts'
import { networkMachine } from '../network/machine.ts'
import { paletteMachine } from '../palette/machine.ts'
import { reminderMachine } from '../reminder/machine.ts'
import { schemeMachine } from '../scheme/machine.ts'
import { sessionMachine } from '../session/machine.ts'
import { sidebarMachine } from '../sidebar/machine.ts'
import { resources } from './resources.ts'

/** Alive in every state, also on an unconfigured page. */
export const pageActors = { locale: localeMachine, scheme: schemeMachine }

/** Alive from the boot on. */
export const bootedActors = {
  clock: clockMachine,
  network: networkMachine,
  session: sessionMachine,
}

/** Alive while somebody is signed in. */
export const signedInActors = {
  event: eventMachine,
  ...resources,
  home: homeMachine,
  membership: membershipMachine,
  flugzeug: flugzeugMachine,
  /** The clipboard. */
  copy: copyMachine,
  dialogs: dialogsMachine,
  sidebar: sidebarMachine,
  palette: paletteMachine,
  reminder: reminderMachine,
}
