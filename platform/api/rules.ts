/** The conditions of calls. Each function throws a code of the contract if its condition is not met. */

import type { CurrentEvent } from '../current-event.ts'
import { findByAddress } from '../event/challenge-key.ts'
import type { ChallengeDefinition, EventDefinition } from '../event/model.ts'
import { Refusal } from '../refusal.ts'
import type { Member } from './directory.ts'

interface CallInfo {
  event: CurrentEvent
  member: Member
  now: Date
}

/** An account that has a score group. */
export interface GroupAccount {
  id: string
  displayName: string
  scoreGroup: string
}

export function requireAccount(member: Member) {
  if (member.account) return member.account
  throw new Refusal('NO_ACCOUNT', 'join or create a team first')
}

function requireScoreGroup(member: Member): GroupAccount {
  const { id, displayName, scoreGroup } = requireAccount(member)
  if (scoreGroup === null)
    throw new Refusal('NO_SCORE_GROUP_SELECTED', 'choose a score group first')
  return { id, displayName, scoreGroup }
}

export function requireStarted({ start }: EventDefinition, now: Date): void {
  if (now < start) throw new Refusal('TIME_RESTRICTED', 'the event has not started yet')
}

export function requireNotStarted({ start }: EventDefinition, now: Date): void {
  if (now >= start)
    throw new Refusal('TIME_RESTRICTED', 'teams stay as they are once the event has started')
}

export function requireNotPaused({ isPaused }: EventDefinition): void {
  if (isPaused) throw new Refusal('TIME_RESTRICTED', 'the event is paused')
}

export function requireNotOver({ postPlayEnd }: EventDefinition, now: Date): void {
  if (now >= postPlayEnd) throw new Refusal('TIME_RESTRICTED', 'the event is over')
}

/** Returns an account with a score group, while challenges can be played. */
export function requirePlay({ event, member, now }: CallInfo): GroupAccount {
  const account = requireScoreGroup(member)
  if (member.account?.bannedAt)
    throw new Refusal('TIME_RESTRICTED', 'the organisers keep this account out')
  requireStarted(event.current, now)
  requireNotOver(event.current, now)
  return account
}

/** Returns an account with a score group, once the event has started. Results stay after the end. */
export function requireResults({ event, member, now }: CallInfo): GroupAccount {
  const account = requireScoreGroup(member)
  requireStarted(event.current, now)
  return account
}

export function requireChallenge(
  { event }: { event: CurrentEvent },
  { category, slug }: { category: string; slug: string },
): ChallengeDefinition {
  const found = findByAddress(event.current, { categorySlug: category, challengeSlug: slug })
  if (found) return found
  throw new Refusal('NOT_FOUND', `there is no challenge ${category}/${slug}`)
}
