import type { InputFrom } from 'xstate'
import type { ChallengeRef } from '../../api/contract.ts'
import type { AccountRef } from '../../domain/account.ts'
import type { challengeMachine } from '../challenge/machine.ts'
import { SLOW_INTERVAL } from '../constants.ts'
import type { ResourceInput } from '../resource/machine.ts'
import { challengeId } from './children.ts'
import type { AppContext } from './context.ts'
import type { ParentRef } from './events.ts'

/** Invokes a resource that is read every `interval` milliseconds while it is active. */
export const reads = <N extends string>(name: N, interval: number, startsActive = false) => ({
  src: name,
  id: name,
  input: ({ context: { clock, input } }: { context: AppContext }) => ({
    clock,
    interval,
    startsActive,
    random: input.random,
  }),
})

export const accountInput = (
  { input: { random }, clock }: AppContext,
  subject: AccountRef,
): ResourceInput => ({
  clock,
  random,
  subject,
  interval: SLOW_INTERVAL,
  startsActive: true,
})

export function challengeInput(
  { input, clock, facts, stats }: AppContext,
  { categorySlug, challengeSlug }: ChallengeRef,
  parent: ParentRef,
): InputFrom<typeof challengeMachine> {
  const challenge = { categorySlug, challengeSlug }
  const id = challengeId(challenge)
  return { id, challenge, clock, facts, stats, parent, random: input.random }
}
