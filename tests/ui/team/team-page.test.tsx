import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appChildren, signedInChildren } from '../../../src/machines/app/children.ts'
import { guidonPaths } from '../../../src/ui/art/guidon.tsx'
import { QrCode } from '../../../src/ui/art/qr-code.tsx'
import { TeamPage } from '../../../src/ui/team/team-page.tsx'
import { stubDialogs } from '../../support/dialogs.ts'
import { refusedClipboard } from '../../support/fakes/refused-clipboard.ts'
import { iconsIn } from '../../support/icons.ts'
import { event, grouped, inPlay, refusal, show, team, upcoming } from '../home/show.tsx'

const drawnIn = (element: Element) =>
  [...element.querySelectorAll('path')].map(path => path.getAttribute('d'))

beforeEach(stubDialogs)
afterEach(cleanup)

const start = (server = {}, device = {}) =>
  show(
    <TeamPage />,
    { getMetadata: event(upcoming), getTeam: team, getStats: grouped(false), ...server },
    '/my-team',
    device,
  )

test('the page shows the name of the team, and its members by username', async () => {
  await start()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The Lances')
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['aliceYou', 'bob'])
})

test('the page names the score group of the team', async () => {
  await start({ getStats: { ...grouped(true), scoreGroupName: 'Open to all' } })
  expect(screen.getByText(/^Score group/).textContent).toBe('Score group: Open to all')
})

test('the members are counted against the size, or unlimited', async () => {
  await start()
  expect(screen.getByText('2 of 4')).toBeTruthy()
  cleanup()
  await start({ getTeam: { ...team, maxSize: null } })
  expect(screen.getByText('2, unlimited')).toBeTruthy()
})

test('the join token can be copied, which is confirmed for two seconds', async () => {
  const { user, copied, pass } = await start()
  const spoken = () => screen.getAllByRole('status').map(status => status.textContent)
  expect(spoken()).not.toContain('Copied')
  await user.click(screen.getByRole('button', { name: 'Copy the join token' }))
  expect(copied).toEqual(['pQ3x-9LmT'])
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  expect(spoken()).toContain('Copied')
  await pass(2)
  expect(screen.getByRole('button', { name: 'Copy the join token' })).toBeTruthy()
  expect(spoken()).not.toContain('Copied')
})

test('a browser that refuses to copy is reported below the join token', async () => {
  const { user } = await start({}, refusedClipboard)
  await user.click(screen.getByRole('button', { name: 'Copy the join token' }))
  expect(screen.getByRole('alert').textContent).toBe(
    'Your browser blocked copying. Click the token and copy it yourself.',
  )
})

test('the page says what the join token is for, and when it is of no use', async () => {
  await start()
  expect(screen.getByText(/^Share this token with your team mates/)).toBeTruthy()
  cleanup()
  await start({ getTeam: { ...team, maxSize: 2 } })
  expect(screen.getByText(/^The team is full/)).toBeTruthy()
})

test('who plays in a team of one has nobody to invite', async () => {
  const alone = { ...team, maxSize: 1, members: team.members.slice(0, 1) }
  await start({ ...extended, getTeam: alone })
  expect(screen.getByText('1 of 1')).toBeTruthy()
  expect(screen.queryByText(/^Invite|join/i)).toBe(null)
})

const extended = { getMetadata: { ...event(upcoming), extensions: ['account'] } }

test('with the extension there is a link that invites, to copy and to scan', async () => {
  const { user, copied, settle } = await start(extended)
  await user.click(screen.getByRole('button', { name: 'Copy the invite link' }))
  expect(copied).toEqual(['http://localhost:3000/join#pQ3x-9LmT'])
  expect(screen.getByText(copied[0] as string).translate).toBe(false)
  const details = screen.getByText('Show as a QR code').closest('details') as HTMLDetailsElement
  expect(screen.queryByRole('img', { name: 'QR code of the invite link' })).toBe(null)
  details.open = true
  fireEvent(details, new Event('toggle'))
  await settle()
  const code = await screen.findByRole('img', { name: 'QR code of the invite link' })
  const { container } = render(<QrCode text={copied[0] as string} label="" />)
  expect(drawnIn(code)).toEqual(drawnIn(container))
})

test('a browser that refuses to copy is reported below the invite link', async () => {
  const { user } = await start(extended, refusedClipboard)
  await user.click(screen.getByRole('button', { name: 'Copy the invite link' }))
  expect(screen.getByRole('alert').textContent).toBe(
    'Your browser blocked copying. Click the link and copy it yourself.',
  )
})

test('a full team has no link, and a backend of the specification none at all', async () => {
  await start({ ...extended, getTeam: { ...team, maxSize: 2 } })
  expect(screen.queryByRole('button', { name: 'Copy the invite link' })).toBe(null)
  cleanup()
  await start()
  expect(screen.queryByRole('button', { name: 'Copy the invite link' })).toBe(null)
})

test('after the end, when nobody can join any more, nothing invites', async () => {
  await start({ getMetadata: event([-50, -40, -1]) })
  screen.getByRole('heading', { name: team.name })
  expect(screen.queryByText('Invite others')).toBe(null)
})

test('leaving asks first', async () => {
  const { user, countOf } = await start()
  await user.click(screen.getByRole('button', { name: 'Leave team' }))
  const dialog = screen.getByRole('dialog', { name: 'Leave the team The Lances?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(screen.queryByRole('heading', { name: 'Leave the team The Lances?' })).toBe(null)
  expect(countOf('leaveTeam')).toBe(0)
})

test('only who leaves others behind is told how to come back', async () => {
  const back = /^You can rejoin/
  const deleted = 'You are the only member. If you leave, the team is deleted.'
  const { user } = await start()
  await user.click(screen.getByRole('button', { name: 'Leave team' }))
  expect([screen.queryAllByText(back).length, screen.queryAllByText(deleted).length]).toEqual([
    1, 0,
  ])
  cleanup()
  const alone = await start({
    getTeam: { ...team, maxSize: 1, members: [{ userId: 'u1', username: 'alice' }] },
  })
  await alone.user.click(screen.getByRole('button', { name: 'Leave team' }))
  expect([screen.queryAllByText(back).length, screen.queryAllByText(deleted).length]).toEqual([
    0, 1,
  ])
})

test('after leaving, the app leads home', async () => {
  const { app, user, server, countOf, settle } = await start({ leaveTeam: undefined })
  await user.click(screen.getByRole('button', { name: 'Leave team' }))
  server.getTeam = refusal('NO_TEAM')
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Leave team' }))
  await settle()
  expect(countOf('leaveTeam')).toBe(1)
  expect(app.getSnapshot().context.facts.hasTeam).toBe(false)
})

test('a team that is being left can no longer be kept', async () => {
  const { user } = await start({ leaveTeam: new Promise<never>(() => {}) })
  await user.click(screen.getByRole('button', { name: 'Leave team' }))
  const dialog = within(screen.getByRole('dialog'))
  dialog.getByRole('button', { name: 'Close' })
  await user.click(dialog.getByRole('button', { name: 'Leave team' }))
  expect(dialog.queryByRole('button', { name: 'Close' })).toBe(null)
  const stay = dialog.getByRole('button', { name: 'Stay' })
  expect(stay.getAttribute('aria-disabled')).toBe('true')
})

test('once the CTF has started nobody is offered to leave', async () => {
  await start({ getMetadata: event(inPlay) })
  expect(screen.queryByRole('button', { name: 'Leave team' })).toBe(null)
})

test('leaving too late shows why it failed', async () => {
  const { user } = await start({ leaveTeam: refusal('TIME_RESTRICTED') })
  await user.click(screen.getByRole('button', { name: 'Leave team' }))
  const dialog = screen.getByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Leave team' }))
  expect(within(dialog).getByRole('alert').textContent).toBe(
    'The CTF has started. You can no longer leave the team.',
  )
})

test('while offline the page says how old the team is', async () => {
  const { app, settle } = await start()
  const { network } = appChildren(app.getSnapshot())
  network.send({ type: 'request.opened', id: 1 })
  network.send({ type: 'request.failed', id: 1 })
  await settle()
  expect(screen.getByText(/^You are offline\. Last update: \d/)).toBeTruthy()
})

test('a team that cannot be refreshed is still shown, with its age', async () => {
  const { app, server, settle } = await start()
  server.getTeam = new Error('no')
  signedInChildren(app.getSnapshot())?.team.send({ type: 'resource.refresh' })
  await settle()
  expect(screen.getByText(/cannot be refreshed/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The Lances')
})

test('a team that could not be loaded can be loaded again', async () => {
  const { user, server, settle } = await start({ getTeam: new Error('no') })
  expect(screen.getByText('This could not be loaded.')).toBeTruthy()
  server.getTeam = team
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The Lances')
})

const login = { categorySlug: 'web', challengeSlug: 'login' }
const submission = (username: string, status: 1 | 2 | 3, minute: number) => ({
  ...login,
  username,
  status,
  time: `2026-05-01T11:${minute}:00.000Z`,
})
const cockpit = {
  getMetadata: { ...event(inPlay), extensions: ['account'] },
  getStats: { ...grouped(true), runningChallenges: { maximum: 3, running: [login] } },
  getTeam: {
    ...team,
    members: [
      { userId: 'u2', username: 'bob', points: 350, solves: 4 },
      { userId: 'u1', username: 'alice', points: 0, solves: 0 },
    ],
  },
  getSubmissions: {
    submissions: [submission('bob', 3, 30), submission('alice', 2, 20), submission('bob', 1, 10)],
  },
}

test('in play, members have their points, their flags, and where they were last', async () => {
  await start(cockpit)
  const members = within(screen.getByRole('region', { name: 'Members' })).getAllByRole('listitem')
  expect(members.map(one => one.textContent)).toEqual([
    expect.stringMatching(/^aliceYou0 points · 0 flagsLast at Login, /),
    expect.stringMatching(/^bob350 points · 4 flagsLast at Login, /),
  ])
  expect(members[1]?.querySelector('time')?.dateTime).toBe('2026-05-01T11:30:00.000Z')
})

test('the environments of all members have links', async () => {
  await start(cockpit)
  const region = within(screen.getByRole('region', { name: 'Running environments' }))
  expect(region.getByText('1 of 3')).toBeTruthy()
  expect(drawnIn(region.getByRole('link'))).toEqual([guidonPaths.lance, guidonPaths.flag])
  expect(region.getByRole('link', { name: 'Login' })).toHaveProperty(
    'pathname',
    '/challenge/web/login',
  )
  cleanup()
  await start({ ...cockpit, getStats: grouped(true) })
  expect(screen.getByText('Nothing is running.')).toBeTruthy()
})

test('after the end the page lists no environments, and still what was submitted', async () => {
  await start({ ...cockpit, getMetadata: { ...event([-5, -4, -3]), extensions: ['account'] } })
  expect(screen.queryByRole('region', { name: 'Running environments' })).toBe(null)
  // The challenges are closed.
  const submissions = within(screen.getByRole('region', { name: 'Submissions' }))
  expect(submissions.getAllByRole('rowheader').length).toBe(3)
  expect(submissions.queryByRole('link')).toBe(null)
})

test('flags of all members are listed with their verdict, the newest first', async () => {
  await start(cockpit)
  const [, ...rows] = screen.getAllByRole('row')
  expect(rows.map(row => [...row.children].slice(0, 3).map(cell => cell.textContent))).toEqual([
    ['Login', 'Submitted before', 'bob'],
    ['Login', 'Wrong', 'alice'],
    ['Login', 'Correct', 'bob'],
  ])
  expect(rows.map(row => iconsIn(row))).toEqual([['refresh'], ['circleX'], ['circleCheck']])
  // The style sheet colours a verdict by this.
  const statuses = rows.map(row => row.querySelector('[data-status]')?.getAttribute('data-status'))
  expect(statuses).toEqual(['3', '2', '1'])
})

test('points that organisers gave or took have their reasons, in the language of the page', async () => {
  const award = (id: string, points: number, en: string) => ({
    id,
    points,
    time: '2026-05-01T11:40:00.000Z',
    reason: { en, de: `${en} (de)` },
  })
  const awards = [award('1', 1500, 'First write-up'), award('2', -50, '<b>Shared</b> a flag')]
  const { app, settle } = await start({ ...cockpit, getSubmissions: { submissions: [], awards } })
  const region = within(screen.getByRole('region', { name: 'Points from the organisers' }))
  expect(region.getAllByRole('listitem').map(one => one.textContent)).toEqual([
    expect.stringMatching(/^\+1,500First write-up/),
    expect.stringMatching(/^−50<b>Shared<\/b> a flag/),
  ])
  const taken = region.getAllByRole('listitem').map(one => one.querySelector('[data-taken]'))
  expect(taken.map(one => one?.textContent)).toEqual([undefined, '−50'])
  const { locale } = appChildren(app.getSnapshot())
  locale.send({ type: 'locale.changed', locale: 'de' })
  await settle()
  region.getByText('First write-up (de)')
  cleanup()
  await start(cockpit)
  expect(screen.queryByRole('region', { name: 'Points from the organisers' })).toBe(null)
})

test('a long list is shown in full when asked for', async () => {
  const submissions = Array.from({ length: 40 }, (_, index) => submission('bob', 2, 59 - index))
  const { user } = await start({ ...cockpit, getSubmissions: { submissions } })
  expect(screen.getAllByRole('row').length).toBe(16)
  expect(screen.getAllByRole('row')[1]?.querySelector('time')?.dateTime).toBe(submissions[0]?.time)
  const region = screen.getByRole('region', { name: 'Submissions' })
  expect(region.querySelector('header')?.textContent).toBe('Submissions40')
  await user.click(screen.getByRole('button', { name: 'Show all 40 submissions' }))
  expect(screen.getAllByRole('row').length).toBe(41)
  expect(screen.queryByRole('button', { name: /^Show all/ })).toBe(null)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Submissions' }))
})

test('a list of as many submissions as there can be does not say that these are all', async () => {
  const submissions = Array.from({ length: 500 }, () => submission('bob', 2, 10))
  await start({ ...cockpit, getSubmissions: { submissions } })
  within(screen.getByRole('region', { name: 'Submissions' })).getByText('the last 500')
  screen.getByRole('button', { name: 'Show the last 500 submissions' })
})

test('without submissions the page says so; if they cannot be loaded, it can try again', async () => {
  await start({ ...cockpit, getSubmissions: { submissions: [] } })
  expect(screen.getByText('Nothing submitted yet.')).toBeTruthy()
  cleanup()
  const { user, server, settle } = await start({ ...cockpit, getSubmissions: new Error('no') })
  server.getSubmissions = cockpit.getSubmissions
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await settle()
  expect(screen.getAllByRole('row').length).toBe(4)
})

test('without the extension, or before the start, there is nothing of it', async () => {
  const { countOf } = await start({ ...cockpit, getMetadata: event(inPlay) })
  expect(screen.queryByRole('region', { name: 'Submissions' })).toBe(null)
  expect(countOf('getSubmissions')).toBe(0)
  cleanup()
  await start({ ...cockpit, getMetadata: { ...event(upcoming), extensions: ['account'] } })
  expect(screen.queryByRole('region', { name: 'Submissions' })).toBe(null)
})

const solvedAt = (slug: string, time: string, solvedBy?: string) => ({
  categorySlug: 'web',
  slug,
  solvedFlags: 1,
  totalFlags: 1,
  points: 100,
  solvedAt: time,
  ...(solvedBy && { solvedBy }),
})
const point = { time: '2026-05-01T11:30:00.000Z', points: 100 }
const seriesOf = (accountId: string, points: (typeof point)[]) => ({
  accountId,
  displayName: accountId === 'a1' ? 'The Lances' : 'Foxes',
  points,
})
const history = (...extensions: string[]) => ({
  getMetadata: event(inPlay, { extensions }),
  getHistory: { series: [seriesOf('f', [point]), seriesOf('a1', [point])] },
  getStats: {
    ...grouped(true),
    score: { rank: 1, points: 50, numSolvedFlags: 1 },
    challenges: [
      solvedAt('shop', '2026-05-01T11:30:00.000Z', 'bob'),
      solvedAt('login', '2026-05-01T11:10:00.000Z'),
      { categorySlug: 'web', slug: 'half', solvedFlags: 1, totalFlags: 2, points: 50 },
    ],
  },
})

test("the team's solves are in their order, each with the member who submitted the last flag", async () => {
  await start(history('challenges'))
  const solves = within(screen.getByRole('region', { name: 'Completed challenges' }))
  const rows = solves.getAllByRole('row').slice(1)
  expect(rows.map(row => within(row).getByRole('rowheader').textContent)).toEqual([
    'Login',
    'Shop of Horrors',
  ])
  expect(rows[1]?.textContent).toMatch(/bob100$/)
  expect(screen.queryByText(/^Hints have cost/)).toBe(null)
  expect(screen.queryByRole('region', { name: 'Points over time' })).toBe(null)
})

test.for([
  [200, 'Hints have cost 200 points.'],
  [1, 'Hints have cost 1 point.'],
] as const)('the cost of hints, %i, stands below the solves', async ([hintCosts, text]) => {
  await start({ ...history('challenges'), getStats: { ...grouped(true), hintCosts } })
  const solves = screen.getByRole('region', { name: 'Completed challenges' })
  expect(solves.lastElementChild?.lastElementChild?.textContent).toBe(text)
})

test('after the end, challenges have the names that come with solves and submissions', async () => {
  const solve = solvedAt('shop', '2026-05-01T11:30:00.000Z')
  const submission = { time: solve.solvedAt, username: 'bob', categorySlug: 'web', status: 2 }
  await start({
    getMetadata: event([-5, -4, -3], { extensions: ['challenges', 'account'] }),
    getStats: { ...grouped(true), challenges: [{ ...solve, name: 'Shop of Horrors' }] },
    getSubmissions: {
      submissions: [{ ...submission, challengeSlug: 'login', name: 'Login, please' }],
    },
  })
  const names = (region: string) =>
    within(screen.getByRole('region', { name: region })).getAllByRole('rowheader')
  expect(names('Completed challenges').map(name => name.textContent)).toEqual(['Shop of Horrors'])
  expect(names('Submissions').map(name => name.textContent)).toEqual(['Login, please'])
})

test('the points over time are those of the team alone', async () => {
  const { countOf } = await start(history('scoreboard'))
  expect(countOf('getHistory')).toBe(1)
  const chart = within(screen.getByRole('region', { name: 'Points over time' }))
  expect((await chart.findAllByText('The Lances')).length).toBeGreaterThan(0)
  expect(chart.queryByText('Foxes')).toBe(null)
  expect(screen.queryByRole('region', { name: 'Completed challenges' })).toBe(null)
})

test.each([
  [0, 0, false],
  [0, 1, true],
  [-30, 0, true],
])(
  '%i points with %i flags: the page shows a chart: %s',
  async (points, numSolvedFlags, isShown) => {
    const score = { rank: 1, points, numSolvedFlags }
    await start({ ...history('scoreboard'), getStats: { ...grouped(true), score } })
    expect(screen.queryByRole('region', { name: 'Points over time' }) !== null).toBe(isShown)
  },
)

test('a chart whose data are older than the first points says so', async () => {
  await start({ ...history('scoreboard'), getHistory: { series: [seriesOf('f', [point])] } })
  expect(
    within(screen.getByRole('region', { name: 'Points over time' })).getByText('No points yet.'),
  ).toBeTruthy()
})

test.each([
  [event(inPlay), 'a backend of the specification alone'],
  [event(upcoming, { extensions: ['challenges', 'scoreboard'] }), 'an event that has not begun'],
])('%# has no history: $1', async getMetadata => {
  const { countOf } = await start({ ...history(), getMetadata })
  expect(screen.queryByRole('region', { name: 'Completed challenges' })).toBe(null)
  expect(screen.queryByRole('region', { name: 'Points over time' })).toBe(null)
  expect(countOf('getHistory')).toBe(0)
})
