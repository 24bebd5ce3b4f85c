import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { signedInChildren } from '../../../src/machines/app/children.ts'
import { openDialog } from '../../../src/machines/dialogs/selectors.ts'
import { countdownTiles } from '../../../src/ui/home/countdown.ts'
import { HomePage } from '../../../src/ui/home/home-page.tsx'
import { event, grouped, groups, inPlay, refusal, show, team, upcoming } from './show.tsx'

afterEach(cleanup)

const title = () => screen.getByRole('heading', { level: 2 }).textContent

test('before the start a countdown runs every second, with German words', async () => {
  const { pass } = await show(<HomePage />, { getMetadata: event(upcoming), getTeam: team })
  const timer = screen.getByRole('timer', { name: 'Time until the start' })
  expect(timer.textContent).toBe('02 Tage01 Stunden00 Minuten00 Sekunden')
  await pass(1)
  expect(timer.textContent).toBe('02 Tage00 Stunden59 Minuten59 Sekunden')
  expect(timer.lang).toBe('de')
  screen.getByRole('link', { name: 'Invite others to your team' })
})

test('before the start, the member of a full team is not told to invite others', async () => {
  const getTeam = { ...team, maxSize: team.members.length }
  await show(<HomePage />, { getMetadata: event(upcoming), getTeam })
  screen.getByRole('timer', { name: 'Time until the start' })
  expect(screen.queryByRole('link', { name: /Invite/ })).toBe(null)
})

test('before the start, nobody without a team is told to invite others', async () => {
  await show(<HomePage />, { getMetadata: event(upcoming, { teamModeEnabled: false }) })
  screen.getByRole('timer', { name: 'Time until the start' })
  expect(screen.queryByRole('link', { name: /Invite/ })).toBe(null)
})

test.for([
  [1500, 2],
  [1000, 1],
  [1, 1],
  [0, 0],
  [-1500, 0],
] as const)('%i ms before the start, the countdown says %i s', ([left, seconds]) => {
  expect(countdownTiles(left).at(-1)).toEqual({ value: seconds, label: 'Sekunden' })
})

test('home says that an account is banned, and offers nothing that it cannot do', async () => {
  await show(<HomePage />, {
    getMetadata: event(inPlay),
    getTeam: team,
    getStats: { ...grouped(true), isBanned: true },
    listCategories: refusal('TIME_RESTRICTED'),
    listChallenges: refusal('TIME_RESTRICTED'),
  })
  expect(
    screen.getByText('The organisers have excluded you from this event.').closest('[role=status]'),
  ).not.toBe(null)
  expect(screen.queryByRole('button', { name: 'Try again' })).toBe(null)
  expect(screen.queryByRole('button', { name: /VPN/ })).toBe(null)
})

test('while the event is paused, home says so instead of the time left', async () => {
  await show(<HomePage />, {
    getMetadata: event(inPlay, { isPaused: true }),
    getTeam: team,
    getStats: grouped(true),
  })
  const term = screen.getByText('Time left')
  expect(term.nextElementSibling?.textContent).toBe('Paused')
  expect(term.parentElement?.dataset.short).toBe('true')
  // It has the colour of a warning.
  expect(term.parentElement?.dataset.short).toBe('true')
})

test.for([
  [5, 'true'],
  [6, undefined],
] as const)('with %i minutes left, home warns: %s', async ([minutes, short]) => {
  const times = [-1, minutes / 60, 50] as const
  await show(<HomePage />, {
    getMetadata: event(times),
    getTeam: team,
    getStats: grouped(true),
  })
  expect(screen.getByText('Time left').parentElement?.dataset.short).toBe(short)
})

test('the start is said in the time of the device', async () => {
  await show(<HomePage />, { getMetadata: event(upcoming), getTeam: team })
  expect(screen.getByText(/^It starts on/).textContent).toContain('May 3, 2026 at 3:00')
})

test('at the start home moves on by itself', async () => {
  const { pass, settle } = await show(<HomePage />, {
    getMetadata: event([2 / 3600, 1, 2]),
    getTeam: team,
    getStats: grouped(false),
    listScoreGroups: groups,
  })
  expect(title()).toBe('The CTF has not started yet.')
  await pass(2)
  await settle()
  expect(title()).toBe('Choose the score group of your team')
})

const groupless = {
  getMetadata: event(inPlay),
  getTeam: team,
  getStats: grouped(false),
  listScoreGroups: groups,
}

test('score groups are shown with their number, and none is chosen', async () => {
  await show(<HomePage />, groupless)
  expect(screen.getByText('There are 2 options.')).toBeTruthy()
  expect(screen.getAllByRole('radio').map(radio => (radio as HTMLInputElement).checked)).toEqual([
    false,
    false,
  ])
  expect(screen.getByRole('button', { name: 'Confirm choice' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  const text = await screen.findByText('all')
  expect(text.tagName).toBe('STRONG')
  // Screen readers say it with its option.
  const described = screen.getAllByRole('radio')[0]?.getAttribute('aria-describedby')
  expect(document.getElementById(described ?? '')?.contains(text)).toBe(true)
})

test('a single score group is chosen already', async () => {
  await show(<HomePage />, { ...groupless, listScoreGroups: groups.slice(0, 1) })
  expect(screen.getByText('There is 1 option.')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(true)
  expect(screen.getByRole('button', { name: 'Confirm choice' }).getAttribute('aria-disabled')).toBe(
    null,
  )
})

test("without team mode the score group is the user's own", async () => {
  await show(<HomePage />, {
    ...groupless,
    getMetadata: event(inPlay, { teamModeEnabled: false }),
  })
  expect(title()).toBe('Choose your score group')
})

test('a password is asked for a protected group only', async () => {
  const { user } = await show(<HomePage />, groupless)
  await user.click(screen.getByRole('radio', { name: 'Open' }))
  expect(screen.queryByLabelText('Password of the group')).toBe(null)
  await user.click(screen.getByRole('radio', { name: /^Staff/ }))
  // Otherwise, browsers fill in the password of the sign-in account: Firefox also with "off" and "one-time-code".
  const field = screen.getByLabelText('Password of the group')
  expect(field.getAttribute('autocomplete')).toBe('new-password')
})

test('while the choice is saved, its password stays as it is', async () => {
  const { user } = await show(<HomePage />, {
    ...groupless,
    selectScoreGroup: new Promise<never>(() => {}),
  })
  await user.click(screen.getByRole('radio', { name: /^Staff/ }))
  const field = screen.getByLabelText('Password of the group')
  await user.type(field, 'secret{Enter}')
  expect(screen.getByRole('button', { name: 'Saving…' }).ariaBusy).toBe('true')
  expect(field).toHaveProperty('readOnly', true)
})

test('a password that was not typed is asked for at its field, without a request', async () => {
  const { user, calls } = await show(<HomePage />, groupless)
  await user.click(screen.getByRole('radio', { name: /^Staff/ }))
  const field = screen.getByLabelText('Password of the group')
  await user.type(field, '{Enter}')
  expect(screen.getAllByText('The password cannot be empty.')).toHaveLength(1)
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(calls.filter(({ name }) => name === 'selectScoreGroup')).toEqual([])
  await user.type(field, 'x')
  expect(screen.queryByText('The password cannot be empty.')).toBe(null)
})

test('a group that has a password since it was listed says so, and is listed again', async () => {
  const { user, calls } = await show(<HomePage />, {
    ...groupless,
    selectScoreGroup: refusal('SCORE_GROUP_WRONG_PASSWORD'),
  })
  await user.click(screen.getByRole('radio', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'Confirm choice' }))
  screen.getByText('The password is invalid.')
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  expect(calls.filter(({ name }) => name === 'listScoreGroups')).toHaveLength(2)
})

test('a wrong password is said for three seconds', async () => {
  const { user, pass, calls } = await show(<HomePage />, {
    ...groupless,
    selectScoreGroup: refusal('SCORE_GROUP_WRONG_PASSWORD'),
  })
  await user.click(screen.getByRole('radio', { name: /^Staff/ }))
  const field = screen.getByLabelText('Password of the group')
  const box = field.parentElement
  const calm = box?.className
  await user.type(field, 'guess{Enter}')
  expect(box?.className).toMatch(/_shake_/)
  expect(calls.find(({ name }) => name === 'selectScoreGroup')?.body).toEqual({
    scoreGroup: 'staff',
    password: 'guess',
  })
  expect(screen.getByText('The password is invalid.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  await pass(3)
  expect(screen.queryByText('The password is invalid.')).toBe(null)
  expect(box?.className).toBe(calm)
  expect(field).toHaveProperty('value', 'guess')
})

test('saving shows on the button, and play follows once the account has been fetched again', async () => {
  let save: (value: undefined) => void = () => {}
  const { user, server, settle } = await show(<HomePage />, {
    ...groupless,
    selectScoreGroup: new Promise(resolve => {
      save = resolve
    }),
  })
  await user.click(screen.getByRole('radio', { name: 'Open' }))
  await user.click(screen.getByRole('button', { name: 'Confirm choice' }))
  expect(screen.getByRole('button', { name: 'Saving…' })).toBeTruthy()
  server.getStats = grouped(true)
  save(undefined)
  await settle()
  await settle()
  expect(screen.getByRole('heading', { name: 'How to play' })).toBeTruthy()
})

test('a team that is in another group than its member chose learns which one', async () => {
  const { user, server, settle } = await show(
    <main>
      <HomePage />
    </main>,
    { ...groupless, selectScoreGroup: refusal('SCORE_GROUP_ALREADY_SELECTED') },
  )
  server.getStats = { ...grouped(true), scoreGroupName: 'Open to all' }
  await user.click(screen.getByRole('radio', { name: /^Staff/ }))
  await user.type(screen.getByLabelText('Password of the group'), 'secret{Enter}')
  await settle()
  await settle()
  expect(screen.getByRole('heading', { name: 'How to play' })).toBeTruthy()
  screen.getByText('Your team is in the score group Open to all.')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByText('Your team is in the score group Open to all.')).toBe(null)
  // The button is gone, and the page has the focus.
  expect(document.activeElement?.tagName).toBe('H1')
  expect(document.activeElement?.textContent, 'the button is gone').toMatch(/^Hello/)
})

test('a user who pressed a button is led to the heading of the next step, and nobody else is', async () => {
  const { user, server, app, settle } = await show(<HomePage />, {
    ...groupless,
    getTeam: refusal('NO_TEAM'),
    createTeam: undefined,
  })
  await user.type(screen.getByLabelText('Team name'), 'The Lances')
  server.getTeam = team
  await user.click(screen.getByRole('button', { name: 'Create team' }))
  await settle()
  await settle()
  expect(document.activeElement?.textContent).toBe('Choose the score group of your team')

  const other = document.body.appendChild(document.createElement('button'))
  onTestFinished(() => other.remove())
  other.focus()
  server.getStats = grouped(true)
  act(() => app.send({ type: 'account.changed' }))
  await settle()
  await settle()
  expect(screen.getByRole('heading', { name: 'How to play' })).toBeTruthy()
  expect(document.activeElement).toBe(other)
})

test('score groups that could not be loaded can be loaded again', async () => {
  const { user, server, settle } = await show(<HomePage />, {
    ...groupless,
    listScoreGroups: new Error('no'),
  })
  expect(screen.getByText('The score groups could not be loaded.')).toBeTruthy()
  server.listScoreGroups = groups
  await user.click(screen.getByRole('button', { name: 'Load again' }))
  await settle()
  expect(screen.getAllByRole('radio')).toHaveLength(2)
})

const playing = {
  getMetadata: event(inPlay),
  getTeam: team,
  getStats: grouped(true),
  getFlugzeugEnabled: { enabled: true },
}

test('in play time seven steps and the rules are shown, with the flag prefix of the event', async () => {
  await show(<HomePage />, { ...playing, getMetadata: event(inPlay, { flagPrefix: 'LANCE' }) })
  expect((await screen.findByText('LANCE{…}')).tagName).toBe('CODE')
  const [steps, rules] = screen.getAllByRole('list')
  expect([steps?.tagName, steps?.children.length]).toEqual(['OL', 7])
  expect([rules?.tagName, rules?.children.length]).toEqual(['UL', 7])
})

test('the hint on the VPN opens its dialog', async () => {
  const { app, user } = await show(<HomePage />, {
    ...playing,
    getUser: {
      id: 'u1',
      username: 'alice',
      externalId: 'x',
      vpn: { connected: false, ipv4Address: null },
    },
  })
  await user.click(screen.getByRole('button', { name: 'Connect to the VPN' }))
  const children = signedInChildren(app.getSnapshot())
  expect(children && openDialog(children.dialogs.getSnapshot())).toBe('vpn')
})

test('home says whether the VPN is connected, and by which address', async () => {
  const user = { id: 'u1', username: 'alice', externalId: 'x' }
  const notice = () => document.querySelector('[class*="_notice_"]:has(button)')
  await show(<HomePage />, {
    ...playing,
    getUser: { ...user, vpn: { connected: true, ipv4Address: '10.0.0.7' } },
  })
  expect(notice()?.textContent).toContain(
    'You are connected to the VPN.Your IP address: 10.0.0.7Show the VPN',
  )
  expect(notice()?.className).toContain('success')
  cleanup()
  await show(<HomePage />, {
    ...playing,
    getUser: { ...user, vpn: { connected: false, ipv4Address: null } },
  })
  expect(notice()?.textContent).toContain('Connect before you start.')
  expect(notice()?.className).not.toContain('success')
})

test('the Flugzeug VM is offered where it is enabled', async () => {
  await show(<HomePage />, playing)
  expect(screen.getByRole('link', { name: 'Open Flugzeug VM' }).getAttribute('href')).toBe(
    '/flugzeug',
  )
  cleanup()
  await show(<HomePage />, { ...playing, getFlugzeugEnabled: { enabled: false } })
  expect(screen.queryByRole('link', { name: 'Open Flugzeug VM' })).toBe(null)
})

test('until it is known whether there is a Flugzeug VM, its place is kept, so that nothing moves', async () => {
  await show(<HomePage />, { ...playing, getFlugzeugEnabled: new Promise<never>(() => {}) })
  const notice = screen.getByText('No VPN? Use the Flugzeug VM.').closest('[class*=_unknown_]')
  expect(notice).not.toBe(null)
})

test('of an event for reading only, home says to others than its participants who can read it', async () => {
  const getMetadata = { ...event([-9, -8, 8]), isReadOnly: true }
  await show(<HomePage />, { ...groupless, getMetadata })
  expect(screen.getByText('The CTF has ended.')).toBeTruthy()
  expect(
    screen.getByText(
      /those who took part see challenges and scores\. This account did not take part\.$/,
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/Thank you for playing/)).toBe(null)
  // They would find it closed.
  expect(screen.queryByRole('link')).toBe(null)
})

test('a choice that is refused is listed again only if the group is gone', async () => {
  const choose = async (code: string) => {
    const { user } = await show(<HomePage />, { ...groupless, selectScoreGroup: refusal(code) })
    await user.click(screen.getByRole('radio', { name: 'Open' }))
    await user.click(screen.getByRole('button', { name: 'Confirm choice' }))
    const isOffered = screen.queryByRole('button', { name: 'Load again' }) !== null
    cleanup()
    return isOffered
  }
  expect([await choose('NOT_FOUND'), await choose('TIME_RESTRICTED')]).toEqual([true, false])
})

test('after the post play home says that the CTF has ended', async () => {
  await show(<HomePage />, { ...playing, getMetadata: event([-9, -8, -7]) })
  expect(screen.getByText('The CTF has ended.')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/scoreboard')
  expect(screen.queryByText(/^Take challenges apart/)).toBe(null)
  cleanup()
  // Without a score group there is no scoreboard.
  await show(<HomePage />, {
    ...playing,
    getMetadata: event([-9, -8, -7]),
    getStats: grouped(false),
  })
  expect(screen.getByText('The CTF has ended.')).toBeTruthy()
  expect(screen.queryByRole('link')).toBe(null)
})
