import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appChildren, signedInChildren } from '../../../src/machines/app/children.ts'
import { TeamPage } from '../../../src/ui/team/team-page.tsx'
import { event, grouped, inPlay, refusal, show, team, upcoming } from '../home/show.tsx'
import { stubDialogs } from '../shell/show.tsx'

beforeEach(stubDialogs)
afterEach(cleanup)

const start = (server = {}) =>
  show(
    <TeamPage />,
    { getMetadata: event(upcoming), getTeam: team, getStats: grouped(false), ...server },
    '/my-team',
  )

test('the page shows the name of the team, and its members by username', async () => {
  await start()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('The Lances')
  expect(screen.getAllByRole('listitem').map(item => item.textContent)).toEqual(['aliceYou', 'bob'])
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
  await user.click(screen.getByRole('button', { name: 'Copy the join token' }))
  expect(copied).toEqual(['pQ3x-9LmT'])
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy()
  await pass(2)
  expect(screen.getByRole('button', { name: 'Copy the join token' })).toBeTruthy()
})

test('the page says what the join token is for, and when it is of no use', async () => {
  await start()
  expect(screen.getByText(/^Share this token with your team mates/)).toBeTruthy()
  cleanup()
  await start({ getTeam: { ...team, maxSize: 2 } })
  expect(screen.getByText(/^The team is full/)).toBeTruthy()
})

test('leaving asks first', async () => {
  const { user, countOf } = await start()
  await user.click(screen.getByRole('button', { name: 'Leave team' }))
  const dialog = screen.getByRole('dialog', { name: 'Leave the team The Lances?' })
  await user.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(screen.queryByRole('heading', { name: 'Leave the team The Lances?' })).toBe(null)
  expect(countOf('leaveTeam')).toBe(0)
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
