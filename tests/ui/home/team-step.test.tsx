import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { HomePage } from '../../../src/ui/home/home-page.tsx'
import { event, inPlay, refusal, show, team, upcoming } from './show.tsx'

afterEach(cleanup)

const teamless = { getMetadata: event(upcoming), getTeam: refusal('NO_TEAM') }
const start = (server = {}) => show(<HomePage />, { ...teamless, ...server })

const token = () => screen.getByRole('textbox', { name: 'Join token' })
const name = () => screen.getByRole('textbox', { name: 'Team name' })
const join = () => screen.getByRole('button', { name: 'Join team' })
const create = () => screen.getByRole('button', { name: 'Create team' })
const errorOf = (field: HTMLElement) =>
  field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map(id => document.getElementById(id)?.textContent)
    .at(-1)

test('home greets the user by name', async () => {
  await start()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hello, Alice!')
})

test('the selector says how many a team may have', async () => {
  await start()
  expect(screen.getByText(/Team size limit/).textContent).toBe('Team size limit: 4 members')
})

test('who plays in a team of one creates it, and is offered none to join', async () => {
  await start({ getMetadata: event(upcoming, { defaultTeamSizeLimit: 1 }) })
  expect(screen.getByText(/Team size limit/).textContent).toBe('Team size limit: 1 member')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Create your team')
  screen.getByText(/^In this event, each team has only one member/)
  expect(screen.queryByText(/join|invite/i)).toBe(null)
  expect(create()).toBeTruthy()
})

test('the selector says that the team size is not limited', async () => {
  await start({ getMetadata: event(upcoming, { defaultTeamSizeLimit: null }) })
  expect(screen.getByText(/Team size limit/).textContent).toBe('Team size limit: not limited')
})

test('who joins or creates a team after the start reads that it is final', async () => {
  await start({ getMetadata: event(inPlay) })
  screen.getByText(/once you are in a team, you cannot leave it/)
  cleanup()
  await start()
  expect(screen.queryByText(/cannot leave/)).toBe(null)
})

test('an empty token or name is refused in its field, without a call', async () => {
  const { user, countOf } = await start()
  await user.click(join())
  expect(errorOf(token())).toBe('The token cannot be empty.')
  await user.click(create())
  expect([errorOf(token()), errorOf(name())]).toEqual(['', 'The name cannot be empty.'])
  // As long as the contract allows.
  expect(name()).toHaveProperty('maxLength', 100)
  expect(token()).toHaveProperty('maxLength', 200)
  expect([countOf('joinTeam'), countOf('createTeam')]).toEqual([0, 0])
})

test.each([
  ['TEAM_FULL', 'The team is already full.'],
  ['TEAM_JOIN_TOKEN_INVALID', 'The provided token is wrong.'],
])(
  '%s is said in the field, which keeps what was typed until it is typed into',
  async (code, text) => {
    const { user } = await start({ joinTeam: refusal(code) })
    await user.type(token(), 'abc{Enter}')
    expect(errorOf(token())).toBe(text)
    expect(token()).toHaveProperty('value', 'abc')
    await user.type(token(), 'd')
    expect([errorOf(token()), token().getAttribute('aria-invalid')]).toEqual(['', 'false'])
  },
)

test('a name that is taken is said in its field', async () => {
  const { user } = await start({ createTeam: refusal('TEAM_NAME_TAKEN') })
  await user.type(name(), 'Lances{Enter}')
  expect(errorOf(name())).toBe('There is already a team with this name.')
})

test('Enter and click together join once, and both fields wait', async () => {
  const { user, calls } = await start({ joinTeam: new Promise(() => {}) })
  await user.type(token(), 'abc{Enter}')
  const busy = screen.getByRole('button', { name: 'Joining…' })
  await user.click(busy)
  await user.type(token(), '{Enter}')
  await user.type(token(), 'd')
  await user.click(create())
  expect(calls.filter(({ name }) => name === 'joinTeam')).toEqual([
    { name: 'joinTeam', body: { joinToken: 'abc' } },
  ])
  expect(token()).toHaveProperty('value', 'abc')
  expect(busy.getAttribute('aria-busy')).toBe('true')
})

test('while a team is created, both fields stay as they are, and only one button is busy', async () => {
  const { user } = await start({ createTeam: new Promise(() => {}) })
  await user.type(name(), 'Lances{Enter}')
  expect(screen.getByRole('button', { name: 'Creating…' }).ariaBusy).toBe('true')
  expect(join().ariaBusy).not.toBe('true')
  for (const field of [token(), name()]) expect(field).toHaveProperty('readOnly', true)
})

test('too many names: field and button say how long to wait', async () => {
  const { user, pass } = await start({ createTeam: refusal('LIMITED', 42_000) })
  await user.type(name(), 'Lances{Enter}')
  expect(errorOf(name())).toBe('Too many attempts. You can try again within 50 seconds.')
  expect(screen.getByRole('button', { name: 'Wait 42 s' }).ariaDisabled).toBe('true')
  await pass(42)
  expect([errorOf(name()), create().ariaDisabled]).toEqual(['', null])
})

test('too many tokens: field and button say how long to wait', async () => {
  const { user, pass } = await start({ joinTeam: refusal('LIMITED', 42_000) })
  await user.type(token(), 'abc{Enter}')
  expect(errorOf(token())).toBe('Too many attempts. You can try again within 50 seconds.')
  expect(screen.getByRole('button', { name: 'Wait 42 s' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await pass(42)
  expect([errorOf(token()), join().getAttribute('aria-disabled')]).toEqual(['', null])
})

test('after joining, the countdown follows as soon as the team has been fetched again', async () => {
  const { user, server, settle } = await start({ joinTeam: undefined })
  server.getTeam = team
  await user.type(token(), 'abc{Enter}')
  await settle()
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('The CTF has not started yet.')
})
