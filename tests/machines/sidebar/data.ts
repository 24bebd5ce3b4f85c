import type { ChallengeListItem } from '../../../src/api/contract.ts'

const category = (slug: string, order: number) => ({ slug, name: slug, description: '', order })
const challenge = (
  categorySlug: string,
  slug: string,
  order: number,
  more: Partial<ChallengeListItem> = {},
): ChallengeListItem => ({
  categorySlug,
  slug,
  name: slug.toUpperCase(),
  order,
  difficulty: 'easy',
  ...more,
})

export const ref = (categorySlug: string, challengeSlug: string) => ({
  categorySlug,
  challengeSlug,
})

export const firstBlood = {
  accountId: 'foxes',
  displayName: 'Foxes',
  time: '2026-05-01T09:00:00.000Z',
}

/** Two categories with challenges, and an empty one. */
export const catalogue = {
  categories: [category('web', 2), category('crypto', 1), category('empty', 0)],
  challenges: [
    challenge('web', 'b', 1, { points: 100, solves: 7, firstBlood }),
    challenge('web', 'a', 1, { points: 200, solves: 0, firstBlood: null }),
    challenge('web', 'z', 0, {
      points: 300,
      requires: [ref('web', 'b'), ref('web', 'a'), ref('web', 'gone')],
    }),
    challenge('crypto', 'a', 0, { points: 50, tags: ['RSA', 'lattice'] }),
  ],
}

/** It solved `web/b` and `crypto/a`, and one of two flags of `web/z`; `web/b` runs. */
export const stats = {
  accountId: 'owls',
  runningChallenges: { maximum: 3, running: [ref('web', 'b')] },
  completedChallenges: [ref('web', 'b'), ref('crypto', 'a')],
  challenges: [
    { categorySlug: 'web', slug: 'z', solvedFlags: 1, totalFlags: 2, points: 10 },
    { categorySlug: 'web', slug: 'b', solvedFlags: 1, totalFlags: 1, points: 100 },
  ],
}

export const facts = { phase: 'running' as const, extensions: ['challenges'] }
