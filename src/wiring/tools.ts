import type { CallbackActorLogic, EventObject, NonReducibleUnknown } from 'xstate'
import type { Client } from '../api/client/client.ts'
import type { Effects } from '../api/client/effects.ts'
import type { ChallengeRef } from '../api/contract.ts'
import type { SessionActors } from '../api/sign-in/session-actors.ts'
import { type Report, reporting } from '../browser/reporting.ts'
import type { AccountRef } from '../domain/account.ts'
import type { Answer, RefusalCode } from '../domain/answer.ts'
import type { LinkRef, ResourceMachine, ResourceSubject } from '../machines/resource/machine.ts'
import type { Device } from './device.ts'

/** The adapters that the machines' effects are made of. */
export interface Adapters {
  readonly effects: Effects
  readonly session: SessionActors
  readonly device: Device
  readonly report: Report
}

export type Tools = ReturnType<typeof createTools>

/** The effects from which each file of this folder takes those of its machines. */
export function createTools({ effects: { clientIn, read, stream }, device, report }: Adapters) {
  /** An effect of the page whose errors are reported. They end no actor. */
  const callback = <E extends EventObject, I extends NonReducibleUnknown>(
    effect: CallbackActorLogic<E, I>,
  ) => reporting(effect, report)
  const visibility = callback(device.visibility)

  const resourceOf =
    <S extends ResourceSubject>(isSubject: (subject: ResourceSubject) => subject is S) =>
    <T>(
      machine: ResourceMachine<T>,
      fetch: (client: Client, subject: S, signal: AbortSignal) => Promise<T>,
    ) =>
      machine.provide({
        actors: {
          fetch: read((client, signal, subject: ResourceSubject | undefined) => {
            if (!subject || !isSubject(subject))
              throw new Error('This resource was made without its subject.')
            return fetch(client, subject, signal)
          }),
          visibility,
        },
      })
  return {
    clientIn,
    read,
    stream,
    device,
    callback,
    visibility,
    resource: <T>(
      machine: ResourceMachine<T>,
      fetch: (client: Client, signal: AbortSignal) => Promise<T>,
    ) => machine.provide({ actors: { fetch: read(fetch), visibility } }),
    /** A resource for each challenge. */
    challengeResource: resourceOf((subject): subject is ChallengeRef => 'categorySlug' in subject),
    /** A resource for each account. */
    accountResource: resourceOf((subject): subject is AccountRef => 'accountId' in subject),
    /** A resource for each link. */
    linkResource: resourceOf((subject): subject is LinkRef => 'token' in subject),
  }
}

/** For a refusal that means: there is none. */
export function orNull<T, C extends RefusalCode>(answer: Answer<T, C>): T | null {
  return answer.ok ? answer.data : null
}
