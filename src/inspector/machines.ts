import type { AnyStateMachine } from 'xstate'
import { StateMachine } from 'xstate'
import { announcementsMachine } from '../machines/announcements/machine.ts'
import { appMachine } from '../machines/app/machine.ts'
import { challengeMachine } from '../machines/challenge/machine.ts'
import { desktopMachine } from '../machines/desktop/machine.ts'
import { desktopBarMachine } from '../machines/desktop-bar/machine.ts'
import { desktopClipboardImageMachine } from '../machines/desktop-clipboard-image/machine.ts'
import { desktopFilesMachine } from '../machines/desktop-files/machine.ts'
import { desktopPasteMachine } from '../machines/desktop-paste/machine.ts'
import { desktopSoundMachine } from '../machines/desktop-sound/machine.ts'
import { flugzeugMachine } from '../machines/flugzeug/machine.ts'
import { homeMachine } from '../machines/home/machine.ts'
import { invitationMachine } from '../machines/invitation/machine.ts'
import { liveMachine } from '../machines/live/machine.ts'
import { membershipMachine } from '../machines/membership/machine.ts'
import { reminderMachine } from '../machines/reminder/machine.ts'
import { vpnMachine } from '../machines/vpn/machine.ts'

// The events of the machines differ, and no other type fits all of them.
const anyMachine = (machine: unknown) => machine as AnyStateMachine

/** The machines that the app loads on demand, by the names of their actors: it has only these. */
export const onDemandMachines: Readonly<Record<string, AnyStateMachine>> = {
  announcements: anyMachine(announcementsMachine),
  challenge: anyMachine(challengeMachine),
  flugzeug: anyMachine(flugzeugMachine),
  home: anyMachine(homeMachine),
  invitation: anyMachine(invitationMachine),
  live: anyMachine(liveMachine),
  membership: anyMachine(membershipMachine),
  reminder: anyMachine(reminderMachine),
  vpn: anyMachine(vpnMachine),
}

/** The machines of the app by id. The charts need them: the events of the inspector have only states. */
export const machines: ReadonlyMap<string, AnyStateMachine> = new Map(
  [
    anyMachine(appMachine),
    ...Object.values(onDemandMachines),
    anyMachine(desktopMachine),
    anyMachine(desktopBarMachine),
    anyMachine(desktopFilesMachine),
    anyMachine(desktopPasteMachine),
    anyMachine(desktopClipboardImageMachine),
    anyMachine(desktopSoundMachine),
  ].flatMap(withChildren),
)

function withChildren(machine: AnyStateMachine): [string, AnyStateMachine][] {
  const children = Object.values(machine.implementations.actors).filter(
    logic => logic instanceof StateMachine,
  )
  return [[machine.id, machine], ...children.flatMap(withChildren)]
}
