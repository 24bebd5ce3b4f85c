import { afterAll, beforeAll, test } from 'vitest'
import { createStage, races, type Stage } from './race-rules.ts'

// `npm run races` makes a thousand rounds of it; `DATABASE_URL` makes it really concurrent.
const rounds = 2

let stage: Stage
beforeAll(async () => {
  stage = await createStage()
})
afterAll(() => stage.close())

for (const { rule, round } of races)
  test(rule, async () => {
    for (let done = 0; done < rounds; done++) await round(stage)
  })
