import { expect, test } from 'vitest'
import type { Facts } from '../../../src/domain/facts.ts'
import { shownStage } from '../../../src/machines/home/selectors.ts'
import { stageOf } from '../../../src/machines/home/stage.ts'
import { playing, startHome } from './home.ts'

const facts = (some: Partial<Facts>): Facts => ({ ...playing, ...some })

test('nothing is shown until what decides the stage has been loaded', () => {
  expect(stageOf(facts({ isReady: false }))).toBe('unknown')
})

test('in team mode a team comes first, before the start and until the post play has ended', () => {
  const stages = (['upcoming', 'running', 'postPlay', 'over'] as const).map(phase =>
    stageOf(facts({ phase, hasTeam: false, hasScoreGroup: false })),
  )
  expect(stages).toEqual(['team', 'team', 'team', 'over'])
})

test('without team mode nobody is asked for a team', () => {
  expect(stageOf(facts({ teamMode: false, hasTeam: false }))).toBe('play')
})

test('before the start a countdown is shown, even without a score group', () => {
  expect(stageOf(facts({ phase: 'upcoming', hasScoreGroup: false }))).toBe('upcoming')
  expect(stageOf(facts({ phase: 'upcoming' }))).toBe('upcoming')
})

test('after the start a score group is asked for, until the post play has ended', () => {
  const stages = (['running', 'postPlay', 'over'] as const).map(phase =>
    stageOf(facts({ phase, hasScoreGroup: false })),
  )
  expect(stages).toEqual(['scoreGroup', 'scoreGroup', 'over'])
})

test('it is play time from the start to the end of the post play', () => {
  const stages = (['running', 'postPlay', 'over'] as const).map(phase => stageOf(facts({ phase })))
  expect(stages).toEqual(['play', 'play', 'over'])
})

test('home follows the facts from stage to stage', () => {
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
  const stages = journey.map(some => {
    learn(facts(some))
    return shownStage(home.getSnapshot())
  })
  expect(stages).toEqual(['unknown', 'team', 'upcoming', 'scoreGroup', 'play', 'over', 'unknown'])
})
