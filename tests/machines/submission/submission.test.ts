import { expect, test } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type { ChallengeRef, SolveResult } from '../../../src/api/contract.ts'
import type { Answer } from '../../../src/domain/answer.ts'
import { type FlagRefusal, flagRules } from '../../../src/machines/submission/changes.ts'
import type { DraftChanged, FlagReport } from '../../../src/machines/submission/events.ts'
import { submissionMachine } from '../../../src/machines/submission/machine.ts'
import { challenge, no, playing, score, yes } from '../../support/challenge.ts'
import { createFakeChange, createFakeParent } from '../../support/fakes/calls.ts'
import { createClockActor, createTime, START, settled } from '../../support/time.ts'

const accepted: SolveResult = { status: 1 }
const rejected: SolveResult = { status: 2 }
const resubmitted: SolveResult = { status: 3 }
const answered = { type: 'flag.answered' }

function start({ draft = '' } = {}) {
  const time = createTime()
  const solve = createFakeChange(flagRules)
  const stored: string[] = []
  const draftStore = fromCallback<DraftChanged, ChallengeRef>(({ receive }) =>
    receive(event => stored.push(event.draft)),
  )
  const reported: FlagReport[] = []
  const parent = createFakeParent<FlagReport>(event => reported.push(event))
  const submission = createActor(
    submissionMachine.provide({
      actors: { submitFlag: solve.logic, draftStore },
    }),
    {
      clock: time.clock,
      input: { challenge, clock: createClockActor(time), facts: playing, parent },
    },
  ).start()
  submission.send({ type: 'score.changed', solvedFlags: 0 })
  if (draft) submission.send({ type: 'draft.loaded', draft })
  return {
    submission,
    time,
    solve,
    stored,
    reported,
    state: () => submission.getSnapshot().value,
    draft: () => submission.getSnapshot().context.draft,
    can: () => submission.getSnapshot().can({ type: 'flag.submit' }),
    type: (text: string) => submission.send({ type: 'flag.typed', draft: text }),
    submit: (text: string) => {
      submission.send({ type: 'flag.typed', draft: text })
      submission.send({ type: 'flag.submit' })
    },
    answer: async (answer: Answer<SolveResult, FlagRefusal>) => {
      solve.last().answer.resolve(answer)
      await settled()
    },
    notifyScore: async (solvedFlags: number) => {
      solve.check.last().answer.resolve({ ...score, solvedFlags })
      await settled()
    },
  }
}

test('no verdict is shown at first', () => {
  expect(start().state()).toEqual({ open: 'idle' })
})

test.each(['', '   ', '\t\n', '\u200b'])('an empty flag is not sent: %j', text => {
  const page = start()
  page.submit(text)
  expect(page.can()).toBe(false)
  expect(page.state()).toEqual({ open: 'idle' })
  expect(page.solve.calls).toEqual([])
})

test.each(['  GUIDON{a b}\n', '\ufeffGUIDON{a\u200b b}\u2060 '])(
  'a flag is sent without the spaces around it, and without invisible characters: %j',
  text => {
    const page = start()
    page.submit(text)
    expect(page.solve.last().input).toEqual({ challenge, flag: 'GUIDON{a b}', solvedFlags: 0 })
    expect(page.draft()).toBe(text)
  },
)

test('a flag is sent once, however often Enter is pressed', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  page.submission.send({ type: 'flag.submit' })
  page.type('GUIDON{b}')
  page.submission.send({ type: 'flag.submit' })
  expect(page.can()).toBe(false)
  expect(page.solve.calls).toHaveLength(1)
  expect(page.draft()).toBe('GUIDON{a}')
})

test('an accepted flag clears the field, its draft too, and is reported', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(accepted))
  expect(page.state()).toEqual({ open: 'accepted' })
  expect(page.draft()).toBe('')
  expect(page.stored.at(-1)).toBe('')
  expect(page.reported).toEqual([answered, { type: 'flag.accepted' }])
})

test('a rejected flag stays in the field', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(rejected))
  expect(page.state()).toEqual({ open: 'rejected' })
  expect(page.draft()).toBe('GUIDON{a}')
  expect(page.reported).toEqual([answered])
})

test('a flag that was submitted before clears the field', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(resubmitted))
  expect(page.state()).toEqual({ open: 'resubmitted' })
  expect(page.draft()).toBe('')
  expect(page.stored.at(-1)).toBe('')
  expect(page.reported).toEqual([answered, { type: 'flag.known' }])
})

test.each([
  ['accepted', yes(accepted)],
  ['rejected', yes(rejected)],
  ['resubmitted', yes(resubmitted)],
])('typing and clearing hide the verdict %s', async (verdict, answer) => {
  const page = start()
  for (const typed of ['G', '']) {
    page.submit('GUIDON{a}')
    await page.answer(answer)
    expect(page.state()).toEqual({ open: verdict })
    page.type(typed)
    expect(page.state()).toEqual({ open: 'idle' })
  }
})

test('a rejected flag can be sent again', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(rejected))
  page.submission.send({ type: 'flag.submit' })
  expect(page.solve.calls).toHaveLength(2)
})

test('a flag that was sent twice and is called resubmitted counts as accepted if the score has grown', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  page.submission.send({ type: 'score.changed', solvedFlags: 1 })
  await page.answer(yes(resubmitted, true))
  expect(page.state()).toBe('submitting')
  expect(page.submission.getSnapshot().hasTag('changing')).toBe(true)
  expect(page.can()).toBe(false)
  expect(page.solve.check.last().input.challenge).toEqual(challenge)
  await page.notifyScore(1)
  expect(page.state()).toEqual({ open: 'accepted' })
  expect(page.reported).toEqual([answered, { type: 'flag.accepted' }])
})

test('a flag that was sent twice and is called resubmitted counts as known if the score has not grown', async () => {
  const page = start()
  page.submission.send({ type: 'score.changed', solvedFlags: 1 })
  page.submit('GUIDON{a}')
  await page.answer(yes(resubmitted, true))
  await page.notifyScore(1)
  expect(page.state()).toEqual({ open: 'resubmitted' })
})

test('a flag that was sent twice is called resubmitted if the score is not known', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(resubmitted, true))
  page.solve.check.last().answer.reject(new Error('No luck.'))
  await settled()
  expect(page.state()).toEqual({ open: 'resubmitted' })
})

test('too many attempts: the flag stays, and can be sent when the wait is over', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(no('LIMITED', false, 5_000))
  expect(page.state()).toEqual({ open: 'wait' })
  expect(page.submission.getSnapshot().context.waitUntil).toBe(START + 5_000)
  page.type('GUIDON{b}')
  expect(page.state()).toEqual({ open: 'wait' })
  expect(page.can()).toBe(false)
  page.time.pass(4_999)
  expect(page.can()).toBe(false)
  page.time.pass(1)
  expect(page.state()).toEqual({ open: 'idle' })
  expect(page.can()).toBe(true)
  expect(page.draft()).toBe('GUIDON{b}')
})

test('too many attempts, without a time to wait: it waits for a second', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(no('LIMITED'))
  page.time.pass(999)
  expect(page.state()).toEqual({ open: 'wait' })
  page.time.pass(1)
  expect(page.state()).toEqual({ open: 'idle' })
})

test('a failure keeps the flag, says why, and the flag can be sent again', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  page.solve.last().answer.reject(Object.assign(new Error('Lost.'), { code: 'UNKNOWN' }))
  await settled()
  await page.notifyScore(0)
  expect(page.state()).toEqual({ open: 'failed' })
  expect(page.submission.getSnapshot().context).toMatchObject({
    draft: 'GUIDON{a}',
    failure: { code: 'UNKNOWN', message: 'Lost.' },
  })
  page.submission.send({ type: 'flag.submit' })
  expect(page.state()).toBe('submitting')
  expect(page.submission.getSnapshot().context.failure).toBe(null)
})

test('a flag that a pause refused says so until the pause ends, and can then be sent again', async () => {
  const page = start()
  const notify = (isPaused: boolean) =>
    page.submission.send({ type: 'facts.changed', facts: { ...playing, isPaused } })
  notify(true)
  page.submit('GUIDON{a}')
  await page.answer(no('TIME_RESTRICTED'))
  expect(page.state()).toEqual({ open: 'paused' })
  notify(false)
  expect([page.state(), page.draft(), page.can()]).toEqual([{ open: 'idle' }, 'GUIDON{a}', true])
})

test('a flag that is too late stays in the field, and a pause that is known later is the reason', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(no('TIME_RESTRICTED'))
  expect([page.state(), page.draft()]).toEqual([{ open: 'tooLate' }, 'GUIDON{a}'])
  page.submission.send({ type: 'facts.changed', facts: { ...playing, isPaused: true } })
  expect(page.state()).toEqual({ open: 'paused' })
})

test('a flag whose answer is an error counts as accepted if the score has grown', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  page.solve.last().answer.reject(new Error('No luck.'))
  await settled()
  await page.notifyScore(1)
  expect(page.state()).toEqual({ open: 'accepted' })
  expect(page.reported).toEqual([answered, { type: 'flag.accepted' }])
})

test('a wait of more than a month does not end at once', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(no('LIMITED', false, 2 ** 31))
  page.time.pass(30_000)
  expect(page.state()).toEqual({ open: 'wait' })
  page.time.jump(2 ** 31)
  page.time.pass(30_000)
  expect(page.state()).toEqual({ open: 'idle' })
})

test('typing hides a failure', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  page.solve.last().answer.reject(new Error('No luck.'))
  await settled()
  await page.notifyScore(0)
  page.type('GUIDON{b}')
  expect(page.state()).toEqual({ open: 'idle' })
  expect(page.submission.getSnapshot().context.failure).toBe(null)
})

test('text that was typed before comes back', () => {
  const page = start({ draft: 'GUIDON{a' })
  expect(page.draft()).toBe('GUIDON{a')
  expect(page.can()).toBe(true)
})

test('a stored draft does not overwrite what is being typed', () => {
  const page = start()
  page.type('G')
  page.submission.send({ type: 'draft.loaded', draft: 'old' })
  expect(page.draft()).toBe('G')
})

test('each letter is kept', () => {
  const page = start()
  page.type('G')
  page.type('GU')
  expect(page.stored).toEqual(['G', 'GU'])
})

test('a flag that was accepted before its score was fetched again is not accepted twice', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(accepted))
  // Fetched before the flag was accepted.
  page.submission.send({ type: 'score.changed', solvedFlags: 0 })
  page.submit('GUIDON{a}')
  await page.answer(yes(resubmitted, true))
  await page.notifyScore(1)
  expect(page.state()).toEqual({ open: 'resubmitted' })
  expect(page.reported).toEqual([
    answered,
    { type: 'flag.accepted' },
    answered,
    { type: 'flag.known' },
  ])
})

test('a flag that was found to be accepted is not accepted twice', async () => {
  const page = start()
  page.submit('GUIDON{a}')
  await page.answer(yes(resubmitted, true))
  await page.notifyScore(1)
  page.submit('GUIDON{a}')
  await page.answer(yes(resubmitted, true))
  await page.notifyScore(1)
  expect(page.reported).toEqual([
    answered,
    { type: 'flag.accepted' },
    answered,
    { type: 'flag.known' },
  ])
})
