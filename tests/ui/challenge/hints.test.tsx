import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { detail, no, statsOf } from '../../support/challenge.ts'
import { metadata, type Server } from '../../support/fake-app.ts'
import { showChallenge } from './show.tsx'

// jsdom has no modal dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterEach(cleanup)

const hints = [
  { id: 'free', cost: 0, text: 'Look *up*.' },
  { id: 'dear', cost: 50 },
]
const server: Server = { getChallenge: { ...detail, hints } }
const statsWith = (points: number) => ({
  ...statsOf(),
  score: { rank: 1, points, numSolvedFlags: 1 },
})
const panel = () => within(screen.getByRole('region', { name: 'Hints' }))
const dialog = () => within(screen.getByRole('dialog'))

test('a challenge without hints shows none', async () => {
  await showChallenge()
  expect(screen.queryByRole('region', { name: 'Hints' })).toBe(null)
  cleanup()
  await showChallenge({ getChallenge: { ...detail, hints: [] } })
  expect(screen.queryByRole('region', { name: 'Hints' })).toBe(null)
})

test('a free hint unfolds at once, and its text is markdown', async () => {
  const { countOf } = await showChallenge(server)
  panel().getByText('Free')
  await userEvent.click(panel().getByText('Hint 1'))
  expect(panel().getByText('up').tagName).toBe('EM')
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(countOf('takeHint')).toBe(0)
})

test('a hint that costs points is taken after a question, and its text unfolds', async () => {
  const fake = await showChallenge(server)
  panel().getByText('Costs 50 points')
  await userEvent.click(panel().getByText('Hint 2'))
  expect(screen.getByRole('dialog', { name: 'Take hint 2?' })).toBeTruthy()
  dialog().getByText(/^The points come off your score at once/)
  expect(fake.countOf('takeHint')).toBe(0)
  const stats = fake.countOf('getStats')
  fake.server.takeHint = { id: 'dear', cost: 50, text: 'Further up.' }
  fake.server.getChallenge = {
    ...detail,
    hints: [hints[0], { id: 'dear', cost: 50, text: 'Further up.' }] as typeof hints,
  }
  await userEvent.click(dialog().getByRole('button', { name: 'Take it for 50 points' }))
  await fake.settle()
  expect(fake.calls.find(({ name }) => name === 'takeHint')?.params).toEqual({
    category: 'web',
    slug: 'login',
    hintId: 'dear',
  })
  expect(screen.queryByRole('dialog')).toBe(null)
  expect(panel().getByText('Further up.').closest('details')?.open).toBe(true)
  panel().getByText('Taken for 50 points')
  expect(fake.countOf('getStats')).toBe(stats + 1)
})

test('a hint may cost one point', async () => {
  const getChallenge = {
    ...detail,
    hints: [
      { id: 'taken', cost: 1, text: 'Look up.' },
      { id: 'cheap', cost: 1 },
    ],
  }
  await showChallenge({ getChallenge })
  panel().getByText('Taken for 1 point')
  panel().getByText('Costs 1 point')
  await userEvent.click(panel().getByText('Hint 2'))
  dialog().getByRole('button', { name: 'Take it for 1 point' })
})

test('only a hint that costs points says that it asks something first', async () => {
  await showChallenge(server)
  const summaries = ['Hint 1', 'Hint 2'].map(name => panel().getByText(name).closest('summary'))
  expect(summaries.map(one => one?.getAttribute('aria-haspopup'))).toEqual([null, 'dialog'])
})

test('a hint that is being taken can no longer be cancelled', async () => {
  const { settle } = await showChallenge({ ...server, takeHint: new Promise<never>(() => {}) })
  await userEvent.click(panel().getByText('Hint 2'))
  dialog().getByRole('button', { name: 'Close' })
  await userEvent.click(dialog().getByRole('button', { name: 'Take it for 50 points' }))
  await settle()
  expect(dialog().queryByRole('button', { name: 'Close' })).toBe(null)
  const cancel = dialog().getByRole('button', { name: 'Not now' })
  expect(cancel.getAttribute('aria-disabled')).toBe('true')
})

test.each([
  [80, 30],
  [50, 0],
])('the question says the score, %i, and what the hint leaves of it', async (score, rest) => {
  await showChallenge({ ...server, getStats: statsWith(score) })
  await userEvent.click(panel().getByText('Hint 2'))
  expect(screen.getByRole('dialog').textContent).toContain(
    `Score now: ${score}. With this hint: ${rest}.`,
  )
  expect(dialog().queryByText(/falls below zero/)).toBe(null)
})

test.each([
  [false, 'That is more than you have. Your score falls below zero.'],
  [true, 'That is more than your team has. Its score falls below zero.'],
])(
  'the question warns of a hint that costs more than there is (team: %s)',
  async (inTeam, text) => {
    await showChallenge({
      ...server,
      getStats: statsWith(40),
      getMetadata: { ...metadata, teamModeEnabled: inTeam },
      getTeam: { id: 't', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] },
    })
    await userEvent.click(panel().getByText('Hint 2'))
    expect(screen.getByRole('dialog').textContent).toContain('Score now: 40. With this hint: −10.')
    dialog().getByText(text)
  },
)

test('in team mode the question says that the whole team can read it', async () => {
  await showChallenge({
    ...server,
    getMetadata: { ...metadata, teamModeEnabled: true },
    getTeam: { id: 't', name: 'Foxes', joinToken: 'j', maxSize: null, members: [] },
  })
  await userEvent.click(panel().getByText('Hint 2'))
  dialog().getByText(/every member can read the hint/)
  await userEvent.click(dialog().getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('dialog')).toBe(null)
})

test('after the end of the event the question says that it is too late', async () => {
  const { settle } = await showChallenge({ ...server, takeHint: no('TIME_RESTRICTED') })
  await userEvent.click(panel().getByText('Hint 2'))
  await userEvent.click(dialog().getByRole('button', { name: 'Take it for 50 points' }))
  await settle()
  dialog().getByText('The event has ended. Hints can no longer be taken.')
})

test('while the event is paused, the question says that the hint has to wait', async () => {
  const { settle } = await showChallenge({
    ...server,
    takeHint: no('TIME_RESTRICTED'),
    getMetadata: { ...metadata, isPaused: true },
  })
  await userEvent.click(panel().getByText('Hint 2'))
  await userEvent.click(dialog().getByRole('button', { name: 'Take it for 50 points' }))
  await settle()
  dialog().getByText('The event is paused. Take the hint when it continues.')
})

test('a hint that cannot be taken says why', async () => {
  const { settle } = await showChallenge({ ...server, takeHint: new Error('broken') })
  await userEvent.click(panel().getByText('Hint 2'))
  await userEvent.click(dialog().getByRole('button', { name: 'Take it for 50 points' }))
  await settle()
  dialog().getByText('That did not work.')
})
