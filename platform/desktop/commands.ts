import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { createRemoteCommands } from '../replicas/remote-commands.ts'
import type { Desktop } from './desktop.ts'
import type { DesktopRecords, FoundDesktop } from './records.ts'

export type Command = 'start' | 'stop' | 'extend' | 'reset'

interface DesktopCommandsOptions {
  /** The desktops that this replica runs, by user. */
  local: ReadonlyMap<string, Desktop>
  /** A desktop of another replica. */
  findRemote: (userId: string) => Promise<FoundDesktop | null>
  records: DesktopRecords
  bus: Bus
  /** This replica's id. */
  replica: string
  clock: Clock
  log: Log
}

/** Carries out commands here or on the replica that has the desktop's home. */
export function createCommands(options: DesktopCommandsOptions) {
  const { local, findRemote, records, bus, replica, clock, log } = options
  const send = createRemoteCommands<Command>({
    bus,
    topic: 'desktops.command',
    replica,
    clock,
    log,
    timeoutMs: 10_000,
    perform: async (command, userId) => {
      const desktop = local.get(userId)
      if (!desktop) throw noDesktop()
      await desktop[command]()
      await desktop.flush()
    },
  })

  return async function command(what: Command, userId: string): Promise<void> {
    const desktop = local.get(userId)
    if (desktop) return desktop[what]()
    const found = await findRemote(userId)
    if (!found) throw noDesktop()
    if (found.owner) {
      if (await send(found.owner.id, what, userId)) return
    } else if (what === 'reset' && (await records.removeAbandoned(found.id))) return
    throw new Refusal(
      unanswered[what],
      'the server of this desktop does not answer: wait for it, or reset the desktop',
    )
  }
}

export const noDesktop = () => new Refusal('NO_FLUGZEUG', 'you have no desktop')

/** The contract's code for each command if the desktop's replica does not answer. */
const unanswered = {
  start: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
  stop: 'UNSUPPORTED_ORCHESTRATOR_OPERATION',
  extend: 'CANNOT_PROLONG_FLUGZEUG',
  reset: 'UNKNOWN',
} as const satisfies Record<Command, Refusal['code']>
