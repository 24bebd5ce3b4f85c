import { expect, test } from 'vitest'
import { fromCallback } from 'xstate'
import type { CallName, LiveTopic, Metadata } from '../../../src/api/contract.ts'
import type { TabsEvent } from '../../../src/machines/live/events.ts'
import { detail, notRunning, running, statsOf } from '../../support/challenge.ts'
import { createFakeApp, metadata } from '../../support/fake-app.ts'
import { settled } from '../../support/time.ts'

const account = {
  accountId: 'a1',
  displayName: 'Foxes',
  rank: 1,
  points: 100,
  members: [],
  solves: [],
}
const login = { categorySlug: 'web', challengeSlug: 'login' }
const extensions = ['account', 'announcements', 'challenges', 'event', 'live', 'scoreboard']

/** The app on a page, with a stream that another tab holds. */
async function startLive(path: string) {
  let tell: (event: TabsEvent) => void = () => {}
  const app = createFakeApp({
    path,
    server: {
      getMetadata: { ...metadata, teamModeEnabled: true, extensions },
      getUser: { id: 'u1', username: 'alice', externalId: 'x1', vpn: noVpn },
      getTeam: { id: 't1', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] },
      getEvent: { name: 'Field Day' },
      getStats: statsOf([login]),
      getInstance: running,
      getChallenge: { ...detail, points: 200 },
      getScoreboard: { entries: [] },
      getHistory: { series: [] },
      getSolveTimes: { categories: [] },
      getSubmissions: { submissions: [] },
      getAccount: account,
      getAnnouncements: { announcements: [] },
      listSolves: { solves: [] },
    },
    device: {
      liveTabs: fromCallback<TabsEvent>(({ sendBack }) => {
        tell = sendBack
      }) as never,
    },
  })
  for (let step = 0; step < 5; step++) await settled()
  tell({ type: 'tab.received', lastId: 'a.1' })
  const first = app.calls.map(({ name }) => name)
  return {
    ...app,
    first,
    hear: () => tell({ type: 'tab.received', lastId: 'a.2' }),
    /** The calls that follow a message, in alphabetical order. */
    async after(topic: LiveTopic, challenge?: typeof login) {
      app.calls.length = 0
      tell({ type: 'tab.news', topic, ...(challenge && { challenge }) })
      for (let step = 0; step < 5; step++) await settled()
      return app.calls.map(({ name }) => name).sort()
    },
  }
}

const catalogue = ['listCategories', 'listChallenges'] as const
/** The reads of the open challenge's environment, or of the reminder. */
const environment = ['getInstance'] as const
const sorted = (...calls: readonly CallName[]) => calls.toSorted()

test.each<[LiveTopic, readonly CallName[]]>([
  ['announcements', ['getAnnouncements']],
  ['event', ['getEvent', 'getFlugzeugEnabled', 'getMetadata', 'getUser']],
  ['challenges', ['getStats', ...catalogue]],
  ['solve', ['getStats', 'getTeam', ...catalogue]],
  ['hint', ['getStats', 'getTeam']],
  ['firstBlood', catalogue],
  ['scoreboard', ['getStats', ...catalogue]],
  ['environment', ['getStats', ...environment]],
  ['team', ['getStats', 'getTeam', 'getUser', ...catalogue]],
])('on the home page, the message “%s” reads each of these once', async (topic, calls) => {
  const { after } = await startLive('/')
  expect(await after(topic)).toEqual(sorted(...calls))
})

test('after “everything”, all that is in use is read once', async () => {
  const { after } = await startLive('/')
  expect(await after('everything')).toEqual(
    sorted(
      ...(['getEvent', 'getFlugzeugEnabled', 'getMetadata', 'getAnnouncements'] as const),
      ...(['getStats', 'getTeam', 'getUser', ...catalogue, ...environment] as const),
    ),
  )
})

const scored = ['getStats', ...catalogue] as const

test.each<[string, readonly CallName[]]>([
  ['/scoreboard', ['getScoreboard', 'getHistory']],
  ['/solves-calendar', ['getSolveTimes']],
  ['/accounts/a1', ['getAccount']],
])('when somebody scores, %s reads what it shows, once', async (path, calls) => {
  const { after } = await startLive(path)
  expect(await after('scoreboard')).toEqual(sorted(...scored, ...calls))
})

test('the page of a team follows its solves, hints and members', async () => {
  const { after } = await startLive('/accounts/a1')
  for (const topic of ['everything', 'challenges', 'solve', 'hint', 'team'] as const)
    expect(await after(topic), topic).toContain('getAccount')
  for (const topic of ['announcements', 'event', 'firstBlood', 'environment'] as const)
    expect(await after(topic), topic).not.toContain('getAccount')
})

test('a solve of the team is on its page with members, environments and submissions', async () => {
  const { after } = await startLive('/my-team')
  expect(await after('solve', login)).toEqual(
    sorted(...scored, 'getTeam', 'getSubmissions', 'getHistory'),
  )
})

test('a change of a team by an organiser is on its page, with the points that it got', async () => {
  const { after } = await startLive('/my-team')
  expect(await after('team')).toContain('getSubmissions')
})

test('wrong flags are not announced: without news, submissions are polled every 50 s', async () => {
  const { pass, countOf, hear } = await startLive('/my-team')
  const asked = async (seconds: number) => {
    hear()
    pass(seconds * 1000)
    await settled()
    return countOf('getSubmissions')
  }
  // The first wait began before the stream.
  expect([await asked(49), await asked(1), await asked(49), await asked(1)]).toEqual([1, 2, 2, 3])
})

test('a challenge reads its text, and the list of its solvers while it is open', async () => {
  const { after, page } = await startLive('/challenge/web/login')
  expect(await after('scoreboard')).toEqual(sorted(...scored, 'getChallenge'))
  page().send({ type: 'solves.opened' })
  await settled()
  expect(await after('firstBlood', login)).toEqual(
    sorted(...catalogue, 'getChallenge', 'listSolves'),
  )
  expect(await after('firstBlood', { ...login, challengeSlug: 'shop' })).toEqual(catalogue)
  page().send({ type: 'solves.closed' })
  expect(await after('firstBlood', login)).toEqual(sorted(...catalogue, 'getChallenge'))
})

test('after a change of teams, an open challenge has the environment and the text of the new team', async () => {
  const { after } = await startLive('/challenge/web/login')
  expect(await after('team')).toEqual(
    sorted('getStats', 'getTeam', 'getUser', ...catalogue, 'getChallenge', ...environment),
  )
})

test('if the challenge is worth less now, so are the flags that the account has', async () => {
  const { after, first, server } = await startLive('/challenge/web/login')
  expect(first.filter(name => name === 'getScore')).toEqual(['getScore'])
  server.getChallenge = { ...detail, points: 190 }
  expect(await after('scoreboard')).toEqual(sorted(...scored, 'getChallenge', 'getScore'))
  expect(await after('scoreboard')).toEqual(sorted(...scored, 'getChallenge'))
})

test('if a flag makes its challenge worth less, the score is read once', async () => {
  const { calls, page, server, countOf, after } = await startLive('/challenge/web/login')
  const solves = 3
  server.getChallenge = { ...detail, points: 200, solves }
  await after('challenges')
  calls.length = 0
  server.solveChallenge = { status: 1 }
  server.getChallenge = { ...detail, points: 190, solves }
  const { submission } = page().getSnapshot().children
  submission?.send({ type: 'flag.typed', draft: 'FLAG{one}' })
  submission?.send({ type: 'flag.submit' })
  for (let step = 0; step < 5; step++) await settled()
  expect([countOf('getChallenge'), countOf('getScore')]).toEqual([1, 1])
})

test('the flag of a team mate is in the score, which is read once', async () => {
  const { after, server } = await startLive('/challenge/web/login')
  server.getStats = statsOf([login], 2, 1)
  expect(await after('solve', login)).toEqual(
    sorted(...scored, 'getTeam', 'getChallenge', 'getScore'),
  )
})

test('an open challenge hears when the event is paused, and when it continues', async () => {
  const { after, page, server } = await startLive('/challenge/web/login')
  server.getInstance = notRunning
  await after('environment')
  const canStart = () =>
    page().getSnapshot().children.instance?.getSnapshot().can({ type: 'instance.start' })
  const event = server.getMetadata as Metadata
  server.getMetadata = { ...event, isPaused: true }
  await after('event')
  expect(canStart()).toBe(false)
  server.getMetadata = event
  await after('event')
  expect(canStart()).toBe(true)
})

test('data that no page shows is read when its page is opened, not before', async () => {
  const { after, go, countOf } = await startLive('/')
  await after('scoreboard')
  expect(countOf('getScoreboard')).toBe(0)
  go('/scoreboard')
  await settled()
  expect(countOf('getScoreboard')).toBe(1)
})

const noVpn = { connected: false, ipv4Address: null }

test('after the end, the event is read once a minute, unless a stream says that it was extended', async () => {
  const { server, after, hear, pass, countOf } = await startLive('/')
  const ended = { ctfEnd: '2026-05-01T11:00:00.000Z', teamModeEnabled: true, extensions }
  server.getMetadata = { ...metadata, ...ended }
  await after('event')
  for (let step = 0; step < 12; step++) {
    pass(15_000)
    hear()
    await settled()
  }
  expect(countOf('getMetadata')).toBe(1)
  for (let step = 0; step < 12; step++) {
    pass(15_000)
    await settled()
  }
  expect(countOf('getMetadata')).toBeGreaterThan(2)
})
