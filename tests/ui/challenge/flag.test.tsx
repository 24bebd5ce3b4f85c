import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { no, score, yes } from '../../support/challenge.ts'
import { metadata } from '../../support/fake-app.ts'
import { showChallenge } from './show.tsx'

afterEach(cleanup)

const panel = () => within(screen.getByRole('region', { name: 'Flag' }))
const field = () => panel().getByRole<HTMLInputElement>('textbox', { name: 'Flag' })
const submit = () => panel().getByRole('button', { name: 'Submit' })
const sent = (calls: { name: string; body: unknown }[]) =>
  calls.filter(call => call.name === 'solveChallenge').map(call => call.body)

test('an accepted flag is announced, clears the field, and shows what was solved', async () => {
  const { server, calls, settle } = await showChallenge({ solveChallenge: { status: 1 } })
  server.getScore = { ...score, points: 100, solvedFlags: 1 }
  await userEvent.type(field(), ' GUIDON{{a} {Enter}')
  await settle()
  expect(sent(calls)).toEqual([{ flag: 'GUIDON{a}' }])
  expect(panel().getByText('The flag is correct!').closest('[role=status]')).not.toBe(null)
  expect(field().value).toBe('')
  const icons = panel().getByRole('img', { name: '1 of 2 flags solved' })
  expect([...icons.children].map(icon => /solved/.test(icon.getAttribute('class') ?? ''))).toEqual([
    true,
    false,
  ])
  panel().getByText('100 of 200 points')
})

test('a challenge of one point and one flag has no plural', async () => {
  await showChallenge({
    getScore: { ...score, points: 0, pointsTotal: 1, solvedFlags: 0, totalFlags: 1 },
  })
  panel().getByText('0 of 1 point')
  panel().getByRole('img', { name: '0 of 1 flag solved' })
})

test('the last flag stamps the challenge as completed', async () => {
  const { server, settle } = await showChallenge({ solveChallenge: { status: 1 } })
  server.getScore = { ...score, isCompleted: true, points: 150, pointsTotal: 200, solvedFlags: 2 }
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  await settle()
  panel().getByText('Completed')
  // What the account got: a hint may have cost some.
  panel().getByText('150 points')
  panel().getByText('The flag is correct!')
  expect(panel().queryByRole('textbox')).toBe(null)
  // The field had it.
  expect(document.activeElement).toBe(panel().getByRole('heading', { name: 'Flag' }))
})

test('a wrong flag stays in the field, and typing hides the verdict', async () => {
  await showChallenge({ solveChallenge: { status: 2 } })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  await panel().findByText('This flag is wrong.')
  expect(field().value).toBe('GUIDON{a}')
  await userEvent.type(field(), 'b')
  expect(panel().queryByText('This flag is wrong.')).toBe(null)
})

test('Enter that is held down sends a wrong flag once: each time is an attempt', async () => {
  await showChallenge({ solveChallenge: { status: 2 } })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  await panel().findByText('This flag is wrong.')
  const pressed = (more: object) => fireEvent.keyDown(field(), { key: 'Enter', ...more })
  // False: the browser does nothing by itself.
  expect([pressed({ repeat: true }), pressed({})]).toEqual([false, true])
  expect(fireEvent.keyDown(field(), { key: 'a', repeat: true })).toBe(true)
})

test.each([
  [1, 'The flag is correct!', 'success'],
  [2, 'This flag is wrong.', 'danger'],
  [3, 'This flag was already submitted.', 'warn'],
] as const)('the verdict %i is shown in its own tone', async (status, text, tone) => {
  await showChallenge({ solveChallenge: { status } })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  const notice = (await panel().findByText(text)).closest('[role=status] > div')
  expect(notice?.className).toMatch(new RegExp(`_${tone}_`))
})

test.each([
  ['too many attempts', no('LIMITED', false, 12_000), /^Too many attempts/, 'warn'],
  ['a failure', new Error('It rains.'), /^Something went wrong on the server/, 'danger'],
])('%s has its own tone', async (_, solveChallenge, text, tone) => {
  await showChallenge({ solveChallenge })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  const notice = (await panel().findByText(text)).closest('[role=status] > div')
  expect(notice?.className).toMatch(new RegExp(`_${tone}_`))
})

test('a flag that was submitted before is a warning, and clears the field', async () => {
  await showChallenge({ solveChallenge: { status: 3 } })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  await panel().findByText('This flag was already submitted.')
  expect(field().value).toBe('')
})

test('an empty flag is not sent, by no key and no click', async () => {
  const { calls } = await showChallenge()
  await userEvent.type(field(), '  {Enter}')
  await userEvent.click(submit())
  expect(submit().getAttribute('aria-disabled')).toBe('true')
  expect(sent(calls)).toEqual([])
})

test('pressing Enter twice sends one flag', async () => {
  const { calls } = await showChallenge({ solveChallenge: new Promise<never>(() => {}) })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}{Enter}')
  expect(field().readOnly).toBe(true)
  await userEvent.click(submit())
  expect(sent(calls)).toEqual([{ flag: 'GUIDON{a}' }])
})

test('too many attempts: it counts the seconds down, then takes the flag again', async () => {
  const { pass, server } = await showChallenge({ solveChallenge: no('LIMITED', false, 12_000) })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  const wait = await panel().findByRole('button', { name: 'Wait 12 s' })
  expect(wait.getAttribute('aria-disabled')).toBe('true')
  await pass(2_000)
  panel().getByRole('button', { name: 'Wait 10 s' })
  await pass(10_000)
  server.solveChallenge = yes({ status: 2 as const })
  await userEvent.click(submit())
  await panel().findByText('This flag is wrong.')
})

test('the field shows what a flag looks like, and says so when the text does not fit', async () => {
  const { calls } = await showChallenge({
    getMetadata: { ...metadata, flagPrefix: 'LANCE' },
  })
  expect(field().placeholder).toBe('LANCE{…}')
  // What the contract allows, and what the key of a phone's keyboard says.
  expect(field().maxLength).toBe(4096)
  expect(field().getAttribute('enterkeyhint')).toBe('send')
  await userEvent.type(field(), 'LAN')
  expect(panel().queryByText('Flags look like LANCE{…}')).toBe(null)
  await userEvent.type(field(), 'TERN')
  panel().getByText('Flags look like LANCE{…}')
  await userEvent.type(field(), '{Enter}')
  expect(sent(calls)).toEqual([{ flag: 'LANTERN' }])
})

test('typed text is there after the page was left and entered again', async () => {
  const { drafts, go, page } = await showChallenge()
  await userEvent.type(field(), 'GUIDON{{half')
  expect(drafts.get('login')).toBe('GUIDON{half')
  await act(async () => go('/'))
  await act(async () => go('/challenge/web/login'))
  expect(page().getSnapshot().children.submission?.getSnapshot().context.draft).toBe('GUIDON{half')
})

test('after the end, it says that new flags give no points', async () => {
  await showChallenge()
  expect(panel().queryByText(/no points/)).toBe(null)
  cleanup()
  const getMetadata = { ...metadata, ctfEnd: '2026-05-01T08:00:00.000Z' }
  await showChallenge({ getMetadata })
  panel().getByText('The event has ended: new flags give no points.')
  cleanup()
  await showChallenge({ getMetadata, getScore: { ...score, isCompleted: true } })
  panel().getByText('Completed')
  expect(panel().queryByText(/no points/)).toBe(null)
})

test('while the event is paused, it says so', async () => {
  await showChallenge({ getMetadata: { ...metadata, isPaused: true } })
  panel().getByText(/^The organisers paused the event\./)
  expect(submit().className).toMatch(/_secondary_/)
  cleanup()
  await showChallenge()
  expect(submit().className).toMatch(/_primary_/)
})

test('a completed challenge does not say that the event is paused', async () => {
  await showChallenge({
    getMetadata: { ...metadata, isPaused: true },
    getScore: { ...score, isCompleted: true },
  })
  panel().getByText('Completed')
  expect(panel().queryByText(/paused the event/)).toBe(null)
})

test('a flag that is refused during a pause brings no second text', async () => {
  const { settle } = await showChallenge({
    getMetadata: { ...metadata, isPaused: true },
    solveChallenge: no('TIME_RESTRICTED'),
  })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  await settle()
  const verdict = panel().getByText(/^The organisers paused the event\./)
  // The flag itself may be right.
  expect(verdict.closest('[role=status] > div')?.className).toMatch(/_warn_/)
  expect(panel().queryByText('The event does not allow this at the moment.')).toBe(null)
})

test('in a past event that is read-only there is no field for a flag', async () => {
  const past = { ctfEnd: '2026-05-01T08:00:00.000Z', ctfPostPlayEnd: '9999-12-31T00:00:00.000Z' }
  await showChallenge({ getMetadata: { ...metadata, ...past, isReadOnly: true } })
  panel().getByText('This event is read-only: flags are not accepted any more.')
  expect(panel().queryByRole('textbox')).toBe(null)
  expect(panel().queryByText('The event has ended: new flags give no points.')).toBe(null)
})

test('a submission that fails says why and keeps the flag', async () => {
  await showChallenge({
    solveChallenge: no('TIME_RESTRICTED'),
  })
  await userEvent.type(field(), 'GUIDON{{a}{Enter}')
  const verdict = await panel().findByText('The event does not allow this at the moment.')
  expect(verdict.closest('[role=status] > div')?.className).toMatch(/_danger_/)
  expect(field().value).toBe('GUIDON{a}')
})
