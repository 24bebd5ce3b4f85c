import { afterAll, beforeAll, test } from 'vitest'
import { repeats } from '../../support/depth.ts'
import { type RacePlatforms, races, startRacePlatforms } from './race-rules.ts'

// `npm run races` plays a thousand rounds; with `DATABASE_URL`, requests really overlap.
const rounds = repeats(process.env.DATABASE_URL ? 2 : 1, 2)

let platforms: RacePlatforms
beforeAll(async () => {
  platforms = await startRacePlatforms()
})
afterAll(() => platforms.close())

for (const { rule, round } of races)
  test(rule, async () => {
    for (let done = 0; done < rounds; done++) await round(platforms)
  })
