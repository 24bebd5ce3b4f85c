import { expect, test } from 'vitest'
import { makeChange } from '../../../src/machines/change.ts'
import { no, yes } from '../../support/challenge.ts'

const rules = { wasDone: (seen: string, input: string) => seen === input }
const broken = new Error('No luck.')

/** Makes a change to `b` whose check sees `seen`. Returns also how often the check looked. */
async function change(answer: unknown, seen: string | Error = 'a') {
  let looks = 0
  const outcome = await makeChange('b', rules, {
    request: async () => {
      if (answer instanceof Error) throw answer
      return answer as ReturnType<typeof yes<string>>
    },
    check: async () => {
      looks += 1
      if (seen instanceof Error) throw seen
      return seen
    },
  })
  return { outcome, looks }
}

const refused = { is: 'refused', code: 'TEAM_FULL', retryAfter: null }
const failed = { is: 'failed', failure: { code: 'UNKNOWN', message: 'No luck.' } }

test.each([
  ['what was done is done', yes('x'), { is: 'done', data: 'x' }],
  ['done by a second sending is done, too', yes('x', true), { is: 'done', data: 'x' }],
  ['a refusal of what was sent once is one', no('TEAM_FULL'), refused],
  [
    'a wait keeps its length',
    no('LIMITED', false, 5_000),
    { is: 'refused', code: 'LIMITED', retryAfter: 5_000 },
  ],
])('%s, and nothing is looked up', async (_, answer, outcome) => {
  expect(await change(answer)).toEqual({ outcome, looks: 0 })
})

test.each([
  ['a refusal of what was sent twice', no('TEAM_FULL', true), refused],
  ['a failure', broken, failed],
])('%s is looked up once', async (_, answer, outcome) => {
  expect(await change(answer, 'b')).toEqual({ outcome: { is: 'found' }, looks: 1 })
  expect(await change(answer, 'a')).toEqual({ outcome, looks: 1 })
  expect(await change(answer, broken)).toEqual({ outcome, looks: 1 })
})
