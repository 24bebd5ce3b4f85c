import type { ComponentProps } from 'react'
import type { AnyActorRef } from 'xstate'
import type { AccountStats, ChallengeScore, Team, User } from '../../src/api/contract.ts'
import type { Catalogue } from '../../src/domain/challenge.ts'
import { celebrationMachine } from '../../src/machines/celebration/machine.ts'
import { challengeMachine } from '../../src/machines/challenge/machine.ts'
import type { ChallengeChildren } from '../../src/machines/challenge/selectors.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'
import { createResource } from '../../src/machines/resource/machine.ts'
import { defaultPreferences } from '../../src/machines/sidebar/machine.ts'
import type { ChallengeProvider } from '../../src/ui/challenge/use-challenge.ts'
import { facts, metadata, resourceSnapshot, score, stats, team, user } from './data.ts'
import type { ActorUnderTest } from './harness.ts'
import { still } from './views.tsx'

const shows = <T>(id: string, data: T) =>
  still(resourceSnapshot(createResource<T>(id), 'ready', { data }))

/** The other actors of the app around the machine under test: all idle, in the middle of play. */
export const signedInNeighbours = (
  { world }: ActorUnderTest,
  more: Record<string, AnyActorRef> = {},
): Record<string, AnyActorRef> => ({
  session: still({ context: {} }),
  network: still(
    networkMachine.resolveState({ value: 'online', context: { queue: [], failed: [], probe: 0 } }),
  ),
  clock: world.serverClock,
  locale: still({ value: 'active', context: { locale: 'en', isChosen: true } }),
  scheme: still({ context: { scheme: 'system' } }),
  event: still({
    value: { known: { phase: 'running', metadata: 'read' } },
    context: { metadata: metadata(-1, 2, 3) },
  }),
  user: shows<User>('user', user),
  team: shows<Team>('team', team),
  stats: shows<AccountStats>('stats', stats()),
  catalogue: shows<Catalogue>('catalogue', { categories: [], challenges: [] }),
  flugzeugEnabled: shows<boolean>('flugzeugEnabled', true),
  copy: still(copyMachine.resolveState({ value: 'idle', context: { id: null, text: '' } })),
  dialogs: still({ value: 'closed', context: {}, children: {} }),
  home: still({ value: 'unknown', context: {} }),
  announcements: still({}),
  sidebar: still({ value: 'resting', context: defaultPreferences }),
  eventDetails: still(resourceSnapshot(createResource('eventDetails'), 'dormant')),
  ...more,
})

type Challenge = NonNullable<ComponentProps<typeof ChallengeProvider>['value']>

const stillParts = Object.fromEntries(
  Object.keys(challengeMachine.implementations.actors).map(name => [name, still({})]),
) as unknown as ChallengeChildren

/** The page of a challenge, of which only one part is under test. */
export const challengeNeighbours = (part: Partial<Challenge>): Challenge => ({
  page: still({ value: {}, context: {}, children: {} }) as never,
  challenge: { categorySlug: 'web', challengeSlug: 'cookies' },
  ...stillParts,
  score: shows<ChallengeScore>('score', score(0)) as never,
  submission: still({ context: { facts: facts() } }) as never,
  celebration: still(
    celebrationMachine.resolveState({
      value: 'quiet',
      context: { now: {} as never, before: {} as never, gain: null },
    }),
  ) as never,
  ...part,
})
