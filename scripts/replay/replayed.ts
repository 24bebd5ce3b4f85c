import {
  type ActorLogic,
  type AnyEventObject,
  type AnyStateMachine,
  type Snapshot,
  StateMachine,
} from 'xstate'
import { announcementsMachine } from '../../src/machines/announcements/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { homeMachine } from '../../src/machines/home/machine.ts'
import { invitationMachine } from '../../src/machines/invitation/machine.ts'
import { liveMachine } from '../../src/machines/live/machine.ts'
import { membershipMachine } from '../../src/machines/membership/machine.ts'
import { onDemand } from '../../src/machines/on-demand.ts'
import { reminderMachine } from '../../src/machines/reminder/machine.ts'
import { vpnMachine } from '../../src/machines/vpn/machine.ts'

/** The machines that the app loads on demand, by the names of their actors. */
const onDemandMachines: Readonly<Record<string, AnyStateMachine>> = {
  announcements: announcementsMachine as unknown as AnyStateMachine,
  challenge: challengeMachine as unknown as AnyStateMachine,
  flugzeug: flugzeugMachine as unknown as AnyStateMachine,
  home: homeMachine as unknown as AnyStateMachine,
  invitation: invitationMachine as unknown as AnyStateMachine,
  live: liveMachine as unknown as AnyStateMachine,
  membership: membershipMachine as unknown as AnyStateMachine,
  reminder: reminderMachine as unknown as AnyStateMachine,
  vpn: vpnMachine as unknown as AnyStateMachine,
}

type Answered = Snapshot<unknown> & { readonly input: unknown }

/** An effect that does nothing: the trace has what it answered. */
const recordedEffect: ActorLogic<Answered, AnyEventObject> = {
  getInitialSnapshot: (_, input) => ({
    ...{ status: 'active', output: undefined, error: undefined, input },
  }),
  transition(snapshot, event) {
    switch (event.type) {
      case 'xstate.promise.resolve':
        return { ...snapshot, status: 'done', output: event.data, error: undefined }
      case 'xstate.promise.reject':
        return { ...snapshot, status: 'error', output: undefined, error: event.data }
      case 'xstate.stop':
        return { ...snapshot, status: 'stopped', output: undefined, error: undefined }
      default:
        return snapshot
    }
  },
  getPersistedSnapshot: snapshot => snapshot,
}

/** The real machine, and all real machines below it, with recorded effects. */
export function replayed(machine: AnyStateMachine, loaded: Set<string>): AnyStateMachine {
  const actors = Object.entries(machine.implementations.actors).map(([name, logic]) => {
    if (logic instanceof StateMachine) return [name, replayed(logic as AnyStateMachine, loaded)]
    const later = onDemandMachines[name]
    if (!later || !isOnDemand(machine, name)) return [name, recordedEffect]
    const part = replayed(later, loaded)
    const file = {
      get loaded() {
        return loaded.has(name) ? part : undefined
      },
      load: () => new Promise<AnyStateMachine>(() => {}),
    }
    return [name, onDemand(file, () => part)]
  })
  return machine.provide({ actors: Object.fromEntries(actors) })
}

/** Other machines may have an effect of the same name. */
const isOnDemand = ({ id }: AnyStateMachine, name: string) =>
  name === 'vpn' ? id === 'dialogs' : id === 'app'
