import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { signedInChildren } from '../../../src/machines/app/children.ts'
import { metadata } from '../../support/fake-app.ts'
import { iconsIn } from '../../support/icons.ts'
import { withMachine } from '../../support/parts.ts'
import { showApp } from '../shell/show.tsx'

afterEach(cleanup)

const noTeam = { ok: false, code: 'NO_TEAM', retried: false, retryAfter: null } as const
const refusal = (code: 'TEAM_FULL' | 'TEAM_JOIN_TOKEN_INVALID' | 'TIME_RESTRICTED' | 'NOT_FOUND') =>
  ({ ok: false, code, retried: false, retryAfter: null }) as const
const team = { id: 't1', name: 'Foxes', joinToken: 'abc', maxSize: null, members: [] }
const upcoming = {
  ...metadata,
  ctfStart: '2026-05-02T08:00:00.000Z',
  teamModeEnabled: true,
}

const show = (server = {}, invitation: string | undefined = 'abc') =>
  showApp({
    path: '/join',
    ...(invitation && { invitation }),
    server: { getMetadata: upcoming, getTeam: noTeam, ...server },
  })
const title = () => screen.findByRole('heading', { level: 1 })
const press = (name: string) => act(() => screen.getByRole('button', { name }).click())

test('the page asks, joins with the token of the link, and then names the team', async () => {
  const { server, calls, settle } = await show({ joinTeam: undefined })
  expect((await title()).textContent).toBe('Join the team?')
  expect(screen.getByText(/You can leave it until the event starts/)).toBeDefined()
  server.getTeam = team
  press('Join team')
  await settle()
  await settle()
  expect(calls.filter(({ name }) => name === 'joinTeam').map(({ body }) => body)).toEqual([
    { joinToken: 'abc' },
  ])
  expect((await title()).textContent).toBe('You are in the team Foxes.')
  expect(iconsIn(screen.getByRole('main'))[0]).toBe('circleCheck')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Your team' })).toHaveProperty('pathname', '/my-team')
})

test('after too many links the page says how long to wait', async () => {
  const joinTeam = { ok: false, code: 'LIMITED', retried: false, retryAfter: 42_000 } as const
  const { settle } = await show({ joinTeam })
  await title()
  press('Join team')
  await settle()
  expect((await screen.findByRole('alert')).textContent).toMatch(/^Too many attempts/)
  expect(screen.getByRole('button', { name: 'Wait 42 s' }).ariaDisabled).toBe('true')
})

test.each([
  ['TEAM_FULL', /The team is already full. Find another team/],
  ['TEAM_JOIN_TOKEN_INVALID', /Ask your team mates for a new link/],
  ['TIME_RESTRICTED', /The event is over/],
  ['NOT_FOUND', /This event has no teams/],
] as const)('%s says what to do, and the question stays', async (code, text) => {
  const { settle } = await show({ joinTeam: refusal(code) })
  await title()
  press('Join team')
  await settle()
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(screen.getByRole('button', { name: 'Join team' })).toBeDefined()
})

test('a user who joined by keyboard is led to the heading that names the team', async () => {
  const { server, settle } = await show({ joinTeam: undefined })
  await title()
  server.getTeam = team
  const button = screen.getByRole('button', { name: 'Join team' })
  button.focus()
  act(() => button.click())
  await settle()
  await settle()
  expect(document.activeElement?.textContent).toBe('You are in the team Foxes.')
})

test('declining leads home, and the invitation is forgotten', async () => {
  const { app, settle } = await show()
  await title()
  act(() => screen.getByRole('link', { name: 'No, thanks' }).click())
  await settle()
  const invitation = signedInChildren(app.getSnapshot())?.invitation
  expect(invitation && withMachine(invitation).getSnapshot().value).toBe('none')
})

test('once the event has started, the page says that there is no way back', async () => {
  await show({ getMetadata: { ...metadata, teamModeEnabled: true } })
  expect(await screen.findByText(/once you join, you cannot leave the team/)).toBeDefined()
})

test('a user who is in a team reads so, and what to do', async () => {
  await show({ getTeam: team })
  expect((await title()).textContent).toBe('You are already in the team Foxes.')
  expect(screen.getByText(/leave yours first/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Join team' })).toBe(null)
})

test('a link without a token, and an event without teams, say so', async () => {
  await show({}, '')
  expect((await title()).textContent).toBe('This link is incomplete.')
  cleanup()
  await show({ getMetadata: { ...upcoming, teamModeEnabled: false } })
  expect((await title()).textContent).toBe('This event has no teams.')
})

test('after the event nobody can join', async () => {
  await show({
    getMetadata: {
      ...upcoming,
      ctfStart: '2026-04-01T08:00:00.000Z',
      ctfEnd: '2026-04-02T08:00:00.000Z',
      ctfPostPlayEnd: '2026-04-02T08:00:00.000Z',
    },
  })
  expect((await title()).textContent).toBe('The event is over.')
})
