import { expect, test } from 'vitest'
import type { Facts } from '../../../src/domain/facts.ts'
import { shownStep } from '../../../src/machines/home/selectors.ts'
import { stepOf } from '../../../src/machines/home/step.ts'
import { playing } from '../../support/challenge.ts'
import { startHome } from './start.ts'

const facts = (some: Partial<Facts>): Facts => ({ ...playing, ...some })

test('nothing is shown until what decides the step has been loaded', () => {
  expect(stepOf(facts({ isReady: false }))).toBe('unknown')
})

test('in team mode a team comes first, before the start and until the post play has ended', () => {
  const steps = (['upcoming', 'running', 'postPlay', 'over'] as const).map(phase =>
    stepOf(facts({ phase, hasTeam: false, hasScoreGroup: false })),
  )
  expect(steps).toEqual(['team', 'team', 'team', 'over'])
})

test('without team mode nobody is asked for a team', () => {
  expect(stepOf(facts({ teamMode: false, hasTeam: false }))).toBe('play')
})

test('before the start a countdown is shown, even without a score group', () => {
  expect(stepOf(facts({ phase: 'upcoming', hasScoreGroup: false }))).toBe('upcoming')
  expect(stepOf(facts({ phase: 'upcoming' }))).toBe('upcoming')
})

test('after the start a score group is asked for, until the post play has ended', () => {
  const steps = (['running', 'postPlay', 'over'] as const).map(phase =>
    stepOf(facts({ phase, hasScoreGroup: false })),
  )
  expect(steps).toEqual(['scoreGroup', 'scoreGroup', 'over'])
})

test('a past event that is read-only asks for nothing that cannot be chosen any more', () => {
  const readOnly = { phase: 'postPlay', isReadOnly: true } as const
  const steps = [{}, { hasScoreGroup: false }, { hasTeam: false, hasScoreGroup: false }].map(
    missing => stepOf(facts({ ...readOnly, ...missing })),
  )
  expect(steps).toEqual(['play', 'over', 'over'])
})

test('it is play time from the start to the end of the post play', () => {
  const steps = (['running', 'postPlay', 'over'] as const).map(phase => stepOf(facts({ phase })))
  expect(steps).toEqual(['play', 'play', 'over'])
})

test('home follows the facts from step to step', () => {
  const { home, learn } = startHome()
  const journey: Partial<Facts>[] = [
    { isReady: false },
    { phase: 'upcoming', hasTeam: false, hasScoreGroup: false },
    { phase: 'upcoming', hasScoreGroup: false },
    { hasScoreGroup: false },
    {},
    { phase: 'over' },
    { isReady: false },
  ]
  const steps = journey.map(some => {
    learn(facts(some))
    return shownStep(home.getSnapshot())
  })
  expect(steps).toEqual(['unknown', 'team', 'upcoming', 'scoreGroup', 'play', 'over', 'unknown'])
})
