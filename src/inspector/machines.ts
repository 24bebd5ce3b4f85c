import type { AnyStateMachine } from 'xstate'
import { StateMachine } from 'xstate'
import { appMachine } from '../machines/app/machine.ts'
import { desktopMachine } from '../machines/desktop/machine.ts'
import { desktopBarMachine } from '../machines/desktop-bar/machine.ts'

/** The machines of the app by id. The charts need them: the events of the inspector have only states. */
export const machines: ReadonlyMap<string, AnyStateMachine> = new Map(
  [appMachine, desktopMachine, desktopBarMachine].flatMap(machine =>
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
