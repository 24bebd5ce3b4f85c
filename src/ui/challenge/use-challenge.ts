import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import type { ChallengeRef } from '../../api/contract.ts'
import { type ChallengePageRef, challengePage } from '../../machines/app/children.ts'
import { type ChallengeChildren, challengeChildren } from '../../machines/challenge/selectors.ts'
import { loadedRef } from '../../machines/on-demand.ts'
import { useApp } from '../app-context.tsx'

/** The actor of an open challenge page; undefined until it has started. */
export function useChallengePage(challenge: ChallengeRef): ChallengePageRef | undefined {
  const page = useSelector(useApp(), snapshot => challengePage(snapshot, challenge))
  return page && loadedRef(page)
}

interface Challenge extends ChallengeChildren {
  readonly page: ChallengePageRef
  readonly challenge: ChallengeRef
}

const ChallengeContext = createContext<Challenge | null>(null)
export const ChallengeProvider = ChallengeContext.Provider

/** The actors of a page, and its challenge. */
export const challengeOf = (page: ChallengePageRef): Challenge => ({
  page,
  challenge: page.getSnapshot().context.input.challenge,
  ...challengeChildren(page),
})

/** The actors of the challenge that is shown. */
export function useChallenge(): Challenge {
  const challenge = use(ChallengeContext)
  if (!challenge) throw new Error('This view is used outside a challenge page.')
  return challenge
}
