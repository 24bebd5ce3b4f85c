import { useSelector } from '@xstate/react'
import { createContext, use } from 'react'
import { type ChallengePageRef, challengeId, challengePages } from '../../machines/app/children.ts'
import { type ChallengeChildren, challengeChildren } from '../../machines/challenge/selectors.ts'
import type { Page } from '../../machines/navigation/pages.ts'
import { useApp } from '../app-context.tsx'

export type ChallengeAddress = Omit<Extract<Page, { name: 'challenge' }>, 'name'>

/** The actor of an open challenge page; undefined for the moment before it is there. */
export function useChallengePage(address: ChallengeAddress): ChallengePageRef | undefined {
  const id = challengeId(address)
  return useSelector(useApp(), snapshot => challengePages(snapshot)[id])
}

interface Challenge extends ChallengeChildren {
  readonly page: ChallengePageRef
  readonly address: ChallengeAddress
}

const ChallengeContext = createContext<Challenge | null>(null)
export const ChallengeProvider = ChallengeContext.Provider

export const provided = (page: ChallengePageRef, address: ChallengeAddress): Challenge => ({
  page,
  address,
  ...challengeChildren(page),
})

/** The actors of the challenge that is shown. */
export function useChallenge(): Challenge {
  const challenge = use(ChallengeContext)
  if (!challenge) throw new Error('This view is used outside a challenge page.')
  return challenge
}
