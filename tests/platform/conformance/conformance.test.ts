import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '../../../src/api/contract.ts'
import { startPlatform, type TestPlatform } from '../start-platform.ts'
import { runConformance } from './suite.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startPlatform()
})
afterAll(() => platform.close())

test('our platform holds to the contract, call by call', { timeout: 120_000 }, async () => {
  let serial = 0
  const report = await runConformance({
    request: (path, init) => platform.fetch(path, init),
    newUser: () => platform.signIn(`conformance${++serial}`),
  })
  expect([...report.keys()]).toEqual(Object.keys(calls))
  const problems = [...report].flatMap(([name, { problems }]) =>
    problems.map(one => `${name}: ${one}`),
  )
  expect(problems).toEqual([])
  // Every call is not only refused but answered once.
  const unanswered = [...report].filter(([, { seen }]) => !seen.has('200') && !seen.has('204'))
  const mayBe = ['startFlugzeug', 'stopFlugzeug', 'prolongFlugzeug', 'createFlugzeug']
  const known = [...mayBe, 'getFlugzeug', 'resetFlugzeug', 'prolongInstance', 'leaveTeam']
  expect(unanswered.map(([name]) => name).filter(name => !known.includes(name))).toEqual([])
})
