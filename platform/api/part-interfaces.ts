/** The interfaces to the parts that run something. Each part has its own folder. */

import type { ChallengeRef, Flugzeug, Instance, User } from '../../src/api/contract.ts'
import type { ChallengeDefinition } from '../event/model.ts'
import type { HttpReply, HttpRequest } from '../http/message.ts'

/** Who makes a call, and for which account. */
export interface Caller {
  accountId: string
  userId: string
}

/** Methods reject with a `Refusal` if the contract has a code for the problem. */
export interface EnvironmentsApi {
  /** Whether the engine can run it at all. */
  supports(challenge: ChallengeDefinition): boolean
  get(accountId: string, challenge: ChallengeDefinition): Promise<Instance>
  start(caller: Caller, challenge: ChallengeDefinition): Promise<void>
  stop(accountId: string, challenge: ChallengeDefinition): Promise<void>
  extend(accountId: string, challenge: ChallengeDefinition): Promise<void>
  /** The environments that count against the maximum, in any state. */
  running(accountId: string): Promise<ChallengeRef[]>
}

/** Methods reject with a `Refusal`. */
export interface DesktopsApi {
  readonly enabled: boolean
  /** The names of programs that are on a desktop, as far as they are known. */
  readonly programs: string[]
  /** @param grantId of the sign-in, if the issuer says so */
  get(userId: string, grantId?: string): Promise<Flugzeug>
  create(userId: string): Promise<void>
  reset(userId: string): Promise<void>
  start(userId: string): Promise<void>
  stop(userId: string): Promise<void>
  extend(userId: string): Promise<void>
  /**
   * What a team mate may see of a desktop by the token of its link.
   *
   * @param watcher who asks, with the name that the owner sees
   * @param grantId of the sign-in, if the issuer says so
   * @returns null if the token shares no running desktop of their account
   */
  openView(
    token: string,
    watcher: { userId: string; name: string },
    grantId?: string,
  ): Promise<{ ownerId: string; url: string } | null>
  /**
   * Answers a page whose WebSocket was refused: 426 if its ticket opens one, otherwise the status of the refusal.
   */
  explain(ticket: string): Promise<HttpReply>
  /** Whether a path is one of the calls about files of desktops. */
  takesFiles(pathname: string): boolean
  files(request: HttpRequest): Promise<HttpReply>
}

export interface VpnApi {
  status(userId: string): Promise<User['vpn']>
  /** Text of a WireGuard configuration. */
  config(userId: string): Promise<string>
}
