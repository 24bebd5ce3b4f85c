import { expect, test } from 'vitest'
import {
  challengeNameIn,
  entryOf,
  hasChallenge,
  refOf,
  sameChallenges,
} from '../../src/domain/challenge.ts'
import { challengePath, pageOf } from '../../src/machines/navigation/pages.ts'

const web = { categorySlug: 'web', challengeSlug: 'warm-up' }
const crypto = { categorySlug: 'crypto', challengeSlug: 'warm-up' }
const listed = { slug: 'warm-up', order: 1, difficulty: 'easy' }
const catalogue = {
  categories: [],
  challenges: [
    { ...listed, categorySlug: 'web', name: 'Warm Up' },
    { ...listed, categorySlug: 'crypto', name: 'First Steps' },
  ],
}

test('a challenge is named by its slug within its category', () => {
  expect(hasChallenge([web], crypto)).toBe(false)
  expect(hasChallenge([web, crypto], { ...crypto })).toBe(true)
  expect(challengeNameIn(catalogue, crypto)).toBe('First Steps')
})

test('a slash within a slug moves no challenge to another category', () => {
  const [one, other] = [
    { categorySlug: 'a', challengeSlug: 'b/c' },
    { categorySlug: 'a/b', challengeSlug: 'c' },
  ]
  expect(hasChallenge([one], other)).toBe(false)
  expect(pageOf(challengePath(other))).toEqual({ name: 'challenge', ...other })
})

test('the order of challenges does not matter, their number does', () => {
  expect(sameChallenges([web, crypto], [crypto, web])).toBe(true)
  expect(sameChallenges([web], [web, crypto])).toBe(false)
  expect(sameChallenges([web], [crypto])).toBe(false)
})

test('an entry of the catalogue lists its challenge, and is found by it', () => {
  expect(catalogue.challenges.map(refOf)).toEqual([web, crypto])
  expect(entryOf(catalogue, web)).toBe(catalogue.challenges[0])
})

test('a challenge that nobody lists goes by its slug', () => {
  expect(challengeNameIn(undefined, web)).toBe('warm-up')
  expect(challengeNameIn({ categories: [], challenges: [] }, web)).toBe('warm-up')
})
