import { randomUUID } from 'node:crypto'
import type { Caller } from '../api/part-interfaces.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { CurrentEvent } from '../current-event.ts'
import { slugPath } from '../event/challenge-key.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { Log } from '../log.ts'
import { Refusal } from '../refusal.ts'
import { createRemoteCommands } from '../replicas/remote-commands.ts'
import type { EnvironmentDriver } from './driver.ts'
import type { EnvironmentActor } from './environment-actor.ts'
import type { LocalEnvironments } from './local-environments.ts'
import type { RemoteEnvironments } from './remote-environments.ts'
import type { EnvironmentRow, EnvironmentStore } from './store.ts'

export type NewEnvironment = Pick<
  EnvironmentRow,
  'id' | 'accountId' | 'category' | 'slug' | 'state'
>

export interface CommandOptions {
  driver: EnvironmentDriver
  store: EnvironmentStore
  local: LocalEnvironments
  remote: RemoteEnvironments
  /** Starts an environment whose row is in the database. */
  open: (row: NewEnvironment) => EnvironmentActor
  event: CurrentEvent
  bus: Bus
  /** This replica's id. */
  replica: string
  clock: Clock
  log: Log
  /** How long `start` waits for an environment that comes up quickly, in milliseconds. */
  startWaitMs: number
}

/** Organisers send `revoke` and `restart`. */
type Command = 'stop' | 'revoke' | 'restart' | 'extend'

/** Starts environments here; stops and extends them here or on the replica that runs them. */
export function createCommands(options: CommandOptions) {
  const { driver, store, local, remote, open, event, bus, replica, clock, log } = options
  /** The ids of environments that may have a row already, and are not opened yet. */
  const claiming = new Set<string>()
  const send = createRemoteCommands<Command>({
    bus,
    topic: 'environments.command',
    replica,
    clock,
    log,
    timeoutMs: 5000,
    perform: (command, id) => perform(command, local.byId(id)),
  })

  /** Reads the database, since the message about a change by another replica may come later. */
  async function find(accountId: string, { rowName: challenge }: ChallengeDefinition) {
    if (!local.find(accountId, challenge)) await remote.load(accountId)
    const here = local.find(accountId, challenge)
    return { here, there: here ? undefined : remote.find(accountId, challenge) }
  }

  async function start({ accountId, userId }: Caller, challenge: ChallengeDefinition) {
    const reason = challenge.environment && driver.unsupported(challenge.environment)
    if (reason) throw unsupported(`${slugPath(challenge)}: ${reason}`)
    for (;;) {
      const { here, there } = await find(accountId, challenge)
      const { state } = here?.instance() ?? there?.instance ?? {}
      if (state === undefined) break
      if (state === 'starting' || state === 'running') return
      await (here?.released ?? there?.released())
    }
    const row = { id: randomUUID(), accountId, ...challenge.rowName }
    const maximum = event.current.maxEnvironments
    const now = new Date(clock.now())
    claiming.add(row.id)
    let outcome: Awaited<ReturnType<typeof store.claim>>
    let opened: EnvironmentActor | null = null
    try {
      outcome = await store.claim({ ...row, maximum, startedBy: userId, now })
      if (outcome === 'claimed') opened = open({ ...row, state: 'starting' })
    } finally {
      claiming.delete(row.id)
    }
    // Most environments come up at once. By waiting, the first poll finds them running.
    if (opened) await Promise.all([remote.changed(accountId), opened.settled(options.startWaitMs)])
    // Another replica started it a moment ago. Load it before this request is answered.
    if (outcome === 'exists') await remote.load(accountId)
    if (outcome === 'full')
      throw new Refusal(
        'MAXIMUM_NUMBER_CHALLENGE_INSTANCES_REACHED',
        `at most ${maximum} environments at once; stop one of them first`,
      )
  }

  async function perform(command: Command, environment?: EnvironmentActor): Promise<void> {
    if (command === 'stop') environment?.lease.send({ type: 'lease.stop' })
    else if (command === 'revoke') environment?.lease.send({ type: 'lease.revoke' })
    else if (command === 'restart') environment?.lease.send({ type: 'lease.restart' })
    else if (environment?.lease.getSnapshot().can({ type: 'lease.extend' }))
      environment.lease.send({ type: 'lease.extend' })
    else throw cannotExtend('only in the last part of its time, while it runs')
    await environment?.flush()
  }

  async function command(
    what: 'stop' | 'extend',
    accountId: string,
    challenge: ChallengeDefinition,
  ) {
    const { here, there } = await find(accountId, challenge)
    if (!there?.owner) return perform(what, here)
    const isDone = await send(there.owner, what, there.id)
    // The owner may be dead. The replica that takes over then stops the environment.
    if (!isDone && what === 'stop') await store.markStopping(there.id)
    if (!isDone && what === 'extend') throw cannotExtend('its server does not answer now')
    await remote.load(accountId)
  }

  return {
    start,
    isClaiming: (id: string) => claiming.has(id),
    stop: (accountId: string, challenge: ChallengeDefinition) =>
      command('stop', accountId, challenge),
    extend: (accountId: string, challenge: ChallengeDefinition) =>
      command('extend', accountId, challenge),
  }
}

const unsupported = (message: string) => new Refusal('UNSUPPORTED_ORCHESTRATOR_OPERATION', message)

const cannotExtend = (reason: string) =>
  new Refusal('CANNOT_PROLONG_CHALLENGE_INSTANCE', `it cannot be extended: ${reason}`)
