import type { AnyActorRef, SnapshotFrom } from 'xstate'
import { whenLoaded } from '../on-demand.ts'
import type { liveMachine } from './machine.ts'

type Snapshot = SnapshotFrom<typeof liveMachine>

/** The server announces changes at once. */
export const isConnected = (snapshot: Snapshot) => snapshot.hasTag('connected')

/** The same for the app that an actor belongs to. */
export function hasStream(system: AnyActorRef['system']): boolean {
  const live = system.get('live')
  return live !== undefined && whenLoaded(isConnected)(live.getSnapshot()) === true
}
