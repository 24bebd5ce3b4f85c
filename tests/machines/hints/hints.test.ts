import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import { takeRules } from '../../../src/machines/hints/changes.ts'
import { hintsMachine } from '../../../src/machines/hints/machine.ts'
import {
  askedHint,
  hintFailure,
  isHintPaused,
  isHintTooLate,
  isTakingHint,
  lastHint,
} from '../../../src/machines/hints/selectors.ts'
import { challenge, detail, no, playing, yes } from '../../support/challenge.ts'
import { createFakeChange, createFakeParent } from '../../support/fakes/calls.ts'
import { settled } from '../../support/time.ts'

const text = 'Look up.'
const taken = { id: 'h1', cost: 50, text }
const withText = { ...detail, hints: [{ id: 'h0', cost: 50 }, taken] }
const withoutText = {
  ...detail,
  hints: [
    { id: 'h0', cost: 50, text },
    { id: 'h1', cost: 50 },
  ],
}

const paused = { ...playing, isPaused: true }

function start() {
  const take = createFakeChange(takeRules)
  const reported: string[] = []
  const parent = createFakeParent(({ type }) => reported.push(type))
  const hints = createActor(hintsMachine.provide({ actors: { takeHint: take.logic } }), {
    input: { challenge, facts: playing, parent },
  }).start()
  const now = () => hints.getSnapshot()
  return { hints, take, reported, now, asked: () => askedHint(now()) }
}

function confirmed() {
  const started = start()
  started.hints.send({ type: 'hint.requested', hintId: 'h1' })
  started.hints.send({ type: 'hint.confirmed' })
  return started
}

test('nobody spends points without being asked', () => {
  const { hints, take, asked, now } = start()
  hints.send({ type: 'hint.confirmed' })
  expect(asked()).toBe(null)
  hints.send({ type: 'hint.requested', hintId: 'h1' })
  expect([asked(), lastHint(now()), isTakingHint(now())]).toEqual(['h1', 'h1', false])
  hints.send({ type: 'hint.cancelled' })
  expect(asked()).toBe(null)
  expect(take.calls).toEqual([])
})

test('a question ends when its page is left', () => {
  const { hints, take, asked } = start()
  hints.send({ type: 'hint.requested', hintId: 'h1' })
  hints.send({ type: 'page.left' })
  expect(asked()).toBe(null)
  hints.send({ type: 'hint.confirmed' })
  expect(take.calls).toEqual([])
})

test('a hint is taken once, however often the button is pressed, and no other meanwhile', () => {
  const { hints, take, asked, now } = confirmed()
  hints.send({ type: 'hint.confirmed' })
  hints.send({ type: 'hint.requested', hintId: 'h0' })
  hints.send({ type: 'hint.cancelled' })
  expect(take.calls.map(({ input }) => input)).toEqual([{ challenge, hintId: 'h1' }])
  expect([asked(), isTakingHint(now())]).toEqual(['h1', true])
})

test('the question closes if a team mate takes the hint, and not if another one', () => {
  const { hints, asked } = start()
  hints.send({ type: 'hint.requested', hintId: 'h1' })
  hints.send({ type: 'detail.read', detail: withoutText })
  expect(asked()).toBe('h1')
  hints.send({ type: 'detail.read', detail: withText })
  expect(asked()).toBe(null)
})

test('the question closes when the text is there', async () => {
  const { hints, take, reported, asked, now } = confirmed()
  hints.send({ type: 'detail.read', detail })
  expect(asked()).toBe('h1')
  take.last().answer.resolve(yes(taken))
  await settled()
  expect(reported).toEqual(['hint.taken'])
  expect([asked(), isTakingHint(now()), now().hasTag('changing')]).toEqual(['h1', true, false])
  hints.send({ type: 'detail.read', detail })
  expect([asked(), isTakingHint(now()), lastHint(now())]).toEqual([null, false, 'h1'])
  expect(take.check.calls).toEqual([])
})

test('after a page that was left during the change comes back, nothing is open', async () => {
  const { hints, take, reported, asked, now } = confirmed()
  hints.send({ type: 'page.left' })
  expect(now().hasTag('changing')).toBe(true)
  take.last().answer.resolve(yes(taken))
  await settled()
  expect(reported).toEqual(['hint.taken'])
  hints.send({ type: 'page.left' })
  expect(asked()).toBe(null)
})

test('an answer that was lost is looked up, and the hint is not taken twice', async () => {
  const { take, reported, asked, now } = confirmed()
  take.last().answer.reject(new Error('No luck.'))
  await settled()
  take.check.last().answer.resolve(withText)
  await settled()
  expect(take.calls).toHaveLength(1)
  expect(reported).toEqual(['hint.taken'])
  expect([asked(), hintFailure(now())]).toEqual(['h1', null])
})

test.each([
  ['has no text of this hint', withoutText],
  ['has no hints', detail],
])('a failure stands where the challenge %s, and can be tried again', async (_, seen) => {
  const { hints, take, reported, asked, now } = confirmed()
  take.last().answer.reject(new Error('No luck.'))
  await settled()
  take.check.last().answer.resolve(seen)
  await settled()
  expect(reported).toEqual([])
  expect([asked(), hintFailure(now())]).toEqual(['h1', { code: 'UNKNOWN', message: 'No luck.' }])
  hints.send({ type: 'hint.confirmed' })
  expect([take.calls.length, hintFailure(now())]).toEqual([2, null])
})

test('a failure is forgotten with its question', async () => {
  const { hints, take, now } = confirmed()
  take.last().answer.reject(new Error('No luck.'))
  await settled()
  take.check.last().answer.resolve(detail)
  await settled()
  hints.send({ type: 'hint.cancelled' })
  expect(hintFailure(now())).toBe(null)
})

test('after the end of the event no hint can be taken any more', async () => {
  const { hints, take, asked, now } = confirmed()
  take.last().answer.resolve(no('TIME_RESTRICTED'))
  await settled()
  expect([asked(), isHintTooLate(now())]).toEqual(['h1', true])
  hints.send({ type: 'hint.confirmed' })
  expect(take.calls).toHaveLength(1)
  hints.send({ type: 'hint.cancelled' })
  expect([asked(), isHintTooLate(now())]).toEqual([null, false])
})

test('a hint that is refused while the event is paused can be taken when it continues', async () => {
  const { hints, take, asked, now } = confirmed()
  hints.send({ type: 'facts.changed', facts: paused })
  take.last().answer.resolve(no('TIME_RESTRICTED'))
  await settled()
  hints.send({ type: 'hint.confirmed' })
  expect([isHintPaused(now()), isHintTooLate(now()), take.calls.length]).toEqual([true, false, 1])
  hints.send({ type: 'facts.changed', facts: playing })
  expect([asked(), isHintPaused(now()), isHintTooLate(now())]).toEqual(['h1', false, false])
  hints.send({ type: 'hint.confirmed' })
  expect(take.calls).toHaveLength(2)
})

test('the refusal may come before the page knows of the pause', async () => {
  const { hints, take, now } = confirmed()
  take.last().answer.resolve(no('TIME_RESTRICTED'))
  await settled()
  hints.send({ type: 'facts.changed', facts: paused })
  expect([isHintPaused(now()), isHintTooLate(now())]).toEqual([true, false])
})

test('only the server refuses a hint: the page may hear late that the event continues', () => {
  const { hints, take } = start()
  hints.send({ type: 'facts.changed', facts: paused })
  hints.send({ type: 'hint.requested', hintId: 'h1' })
  hints.send({ type: 'hint.confirmed' })
  expect(take.calls).toHaveLength(1)
})
