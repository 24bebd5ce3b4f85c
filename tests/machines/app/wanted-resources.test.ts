import { expect, test } from 'vitest'
import { unknownFacts } from '../../../src/domain/facts.ts'
import { wantedResources } from '../../../src/machines/app/wanted-resources.ts'
import { pageOf } from '../../../src/machines/navigation/pages.ts'

test.each([
  ['/my-team', true, true],
  ['/accounts/a1', true, false],
  ['/accounts/a1', false, true],
  ['/scoreboard', false, false],
])(
  'the page %s of an event whose team mode is %s reads submissions: %s',
  (path, teamMode, reads) => {
    const facts = { ...unknownFacts, teamMode, extensions: ['account'] }
    expect(wantedResources(facts, pageOf(path)).submissions).toBe(reads)
  },
)

test('a backend without the extension is asked for no submissions', () => {
  expect(wantedResources(unknownFacts, pageOf('/my-team')).submissions).toBe(false)
})
