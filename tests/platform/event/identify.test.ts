import { expect, test } from 'vitest'
import { type ChallengeFile, identify } from '../../../platform/event/record/identify.ts'
import type { KnownChallenge } from '../../../platform/event/record/record.ts'
import { parseSource } from '../../../platform/event/yaml-source.ts'

const source = parseSource('', 'challenge.yml')

test('the work grows with the number of challenges, and not with its square', () => {
  const count = 500
  let looks = 0
  const files = Array.from({ length: count }, (_, at): ChallengeFile => {
    const read = { kind: 'draft', name: `${at}`, category: 'Web' } as const
    return {
      source,
      read,
      get place() {
        looks++
        return `web/${at}`
      },
    }
  })
  const known = Array.from(
    { length: count },
    (_, at) =>
      ({
        rowName: { category: 'web', slug: `first-${at}` },
        id: null,
        place: `web/${count - 1 - at}`,
        definition: { challenge: { categorySlug: 'web', slug: `now-${at}` } },
      }) as unknown as KnownChallenge,
  )
  const found = identify(known, files)
  expect(found.size).toBe(count)
  expect(found.get(known[0] as KnownChallenge)).toBe(files.at(-1))
  expect(looks).toBeLessThan(10 * count)
})
