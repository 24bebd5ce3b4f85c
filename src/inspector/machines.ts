import type { AnyStateMachine } from 'xstate'
import { StateMachine } from 'xstate'
import { announcementsMachine } from '../machines/announcements/machine.ts'
import { appMachine } from '../machines/app/machine.ts'
import { challengeMachine } from '../machines/challenge/machine.ts'
import { desktopMachine } from '../machines/desktop/machine.ts'
import { desktopBarMachine } from '../machines/desktop-bar/machine.ts'
import { desktopFilesMachine } from '../machines/desktop-files/machine.ts'
import { flugzeugMachine } from '../machines/flugzeug/machine.ts'
import { homeMachine } from '../machines/home/machine.ts'
import { liveMachine } from '../machines/live/machine.ts'
import { membershipMachine } from '../machines/membership/machine.ts'
import { reminderMachine } from '../machines/reminder/machine.ts'
import { vpnMachine } from '../machines/vpn/machine.ts'

/** The app has only the names of these: it loads them on demand. */
const onDemand = [
  ...[announcementsMachine, challengeMachine, flugzeugMachine, homeMachine],
  ...[liveMachine, membershipMachine, reminderMachine, vpnMachine],
]

/** The machines of the app by id. The charts need them: the events of the inspector have only states. */
export const machines: ReadonlyMap<string, AnyStateMachine> = new Map(
  [appMachine, ...onDemand, desktopMachine, desktopBarMachine, desktopFilesMachine].flatMap(
    machine =>
      // The events of the machines differ, and no other type fits all of them.
      withChildren(machine as unknown as AnyStateMachine),
  ),
)

function withChildren(machine: AnyStateMachine): [string, AnyStateMachine][] {
  const children = Object.values(machine.implementations.actors).filter(
    logic => logic instanceof StateMachine,
  )
  return [[machine.id, machine], ...children.flatMap(withChildren)]
}
