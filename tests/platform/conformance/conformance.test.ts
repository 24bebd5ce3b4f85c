import { rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { calls } from '../../../src/api/contract/every-call.ts'
import { errorCodes } from '../../../src/api/contract.ts'
import { createSimulatedClock } from '../../support/simulated-clock.ts'
import { before, lockedChallenges, writeEvent } from '../core/events.ts'
import { idleEngine } from '../core/idle-engine.ts'
import { startPlatform, type TestOptions } from '../start-platform.ts'
import { runConformance } from './suite.ts'

/** What was seen at each of the events, on the database of the tests. */
const seen = new Set<string>()
const folders: string[] = []
afterAll(() => Promise.all(folders.map(folder => rm(folder, { recursive: true }))))

async function walk(options: TestOptions, now?: number) {
  const platform = await startPlatform({ limits: defaultLimits, ...options })
  try {
    let serial = 0
    const target = {
      request: (path: string, init: RequestInit) => platform.fetch(path, init),
      newUser: () => platform.signIn(`conformance${++serial}`),
    }
    const report = await runConformance(target, now)
    for (const entry of report.values()) for (const outcome of entry.seen) seen.add(outcome)
    const problems = [...report].flatMap(([name, entry]) =>
      entry.problems.map(problem => `${name}: ${problem}`),
    )
    return { report, problems }
  } finally {
    await platform.close()
  }
}

async function anEvent(settings: Record<string, unknown> = {}): Promise<string> {
  const folder = await writeEvent(settings, lockedChallenges)
  folders.push(folder)
  return folder
}

test('our platform holds to the contract, call by call', async () => {
  const { report, problems } = await walk({})
  expect([...report.keys()]).toEqual(Object.keys(calls))
  expect(problems).toEqual([])
  // Every call must also succeed once.
  const unanswered = [...report].filter(
    ([, entry]) => !entry.seen.has('200') && !entry.seen.has('204'),
  )
  const mayBe = ['startFlugzeug', 'stopFlugzeug', 'extendFlugzeug', 'createFlugzeug']
  // Nobody shares a desktop by a call: its owner does so in its page.
  const known = [
    ...mayBe,
    'getDesktopView',
    'getFlugzeug',
    'resetFlugzeug',
    'extendInstance',
    'leaveTeam',
  ]
  expect(
    unanswered.map(([name]) => name).filter(name => !known.includes(name)),
    'calls that did not succeed: make them in tests/platform/conformance/suite.ts',
  ).toEqual([])
})

test('before the start, too', async () => {
  const clock = createSimulatedClock(before)
  const eventFolder = await anEvent({ publicScoreboard: true })
  const { problems } = await walk({ eventFolder, clock }, before.getTime())
  expect(problems).toEqual([])
})

test('and without desktops, with one environment more than there may be', async () => {
  const inPlay = {
    start: new Date(Date.now() - 3_600_000).toISOString(),
    end: new Date(Date.now() + 3_600_000).toISOString(),
    postPlayEnd: new Date(Date.now() + 7_200_000).toISOString(),
  }
  const rules = { desktop: { enabled: false }, environments: { maximum: 3 } }
  const eventFolder = await anEvent({ ...inPlay, ...rules })
  const { problems } = await walk({ eventFolder, environmentDriver: idleEngine })
  expect(problems).toEqual([])
})

test('every code of the contract was seen', () => {
  // These need a desktop, and so a host that can run one.
  const desktops = ['FLUGZEUG_EXISTS', 'CANNOT_PROLONG_FLUGZEUG']
  const missing = errorCodes.filter(code => !seen.has(code))
  expect(
    missing.filter(code => !desktops.includes(code) || seen.has('FLUGZEUG_EXISTS')),
    'codes that no call of tests/platform/conformance/suite.ts got',
  ).toEqual([])
})
