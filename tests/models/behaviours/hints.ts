import type { hintsMachine } from '../../../src/machines/hints/machine.ts'
import {
  askedHint,
  hintFailure,
  isHintPaused,
  isHintTooLate,
  isTakingHint,
  lastHint,
} from '../../../src/machines/hints/selectors.ts'
import { challenge } from '../data.ts'
import { behaviourOf, each, neverCancelled, oneAtATime } from '../harness/behaviour.ts'
import { asks, tells } from '../harness/sights.ts'

const begins = {
  hintId: '',
  isAsked: false,
  isSent: false,
  /** How often the text of a taken hint was asked for; 0 while none is awaited. */
  reads: 0,
  /** When it is asked for once more, or not awaited any more. */
  settlesAt: null as number | null,
  isPaused: false,
  isTooLate: false,
  failure: null as unknown,
}
type Known = typeof begins

const isTaken = ({ reads }: Known) => reads > 0
const isOpen = (known: Known) => known.isAsked && !known.isSent && !isTaken(known)
const canConfirm = (known: Known) => isOpen(known) && !known.isTooLate
const closed = { isAsked: false, reads: 0, settlesAt: null, isTooLate: false, failure: null }

export const hintsBehaviour = behaviourOf<typeof hintsMachine, Known>({
  begins,
  sentences: {
    'A hint that costs points is a question first.': {
      on: 'hint.requested',
      if: ({ isAsked }) => !isAsked,
      learn: (_, { hintId }) => ({ ...closed, hintId, isAsked: true }),
    },
    ...each(
      ['hint.cancelled', 'page.left'] as const,
      on => `The question closes by ${on}.`,
      () => ({ if: isOpen, learn: () => closed }),
    ),
    'Yes takes this hint of this challenge, once.': {
      on: 'hint.confirmed',
      if: canConfirm,
      see: ({ hintId }) => [asks('takeHint', { challenge, hintId })],
      learn: () => ({ isSent: true, failure: null }),
    },
    'A hint that was taken is read. Until then the question stays.': {
      on: 'takeHint answers',
      if: (_, answer) =>
        answer.is !== 'failed' && !(answer.is === 'refused' && answer.code === 'TIME_RESTRICTED'),
      see: () => [tells('parent', 'hint.taken')],
      learn: (_known, _answer, now) => ({ isSent: false, reads: 1, settlesAt: now + 10_000 }),
    },
    'The question stays if it is too late, or if the request fails.': {
      on: 'takeHint answers',
      if: (_, answer) =>
        answer.is === 'failed' || (answer.is === 'refused' && answer.code === 'TIME_RESTRICTED'),
      learn: (_, answer) => ({
        isSent: false,
        isTooLate: answer.is === 'refused',
        failure: answer.is === 'failed' ? answer.failure : null,
      }),
    },
    'The question closes when a team mate has taken the hint.': {
      on: 'detail.read',
      if: (known, { detail }) =>
        isOpen(known) && !!detail.hints?.some(({ id, text }) => id === known.hintId && text),
      learn: () => closed,
    },
    'The text closes the question.': {
      on: 'detail.read',
      if: isTaken,
      learn: () => closed,
    },
    'A text that is not there after 10 s is asked for once more.': {
      on: 'time',
      due: ({ reads, settlesAt }) => (reads === 1 ? settlesAt : null),
      see: () => [tells('parent', 'hint.taken')],
      learn: (_known, _, now) => ({ reads: 2, settlesAt: now + 10_000 }),
    },
    'After 10 s more the question closes without it.': {
      on: 'time',
      due: ({ reads, settlesAt }) => (reads === 2 ? settlesAt : null),
      learn: () => closed,
    },
    'After the request, the question also closes when the page is left.': {
      on: 'page.left',
      if: isTaken,
      learn: () => closed,
    },
    'If it was too late because of a pause, the hint can be taken when the event continues.': {
      on: 'facts.changed',
      learn: ({ isPaused, isTooLate }, { facts }) => ({
        isPaused: facts.isPaused,
        isTooLate: isTooLate && !(isPaused && !facts.isPaused),
      }),
    },
  },
  shows: {
    'which hint is asked about': [askedHint, ({ isAsked, hintId }) => (isAsked ? hintId : null)],
    'that it is being taken': [isTakingHint, known => known.isSent || isTaken(known)],
    'that it is too late': [isHintTooLate, ({ isPaused, isTooLate }) => isTooLate && !isPaused],
    'that it has to wait': [isHintPaused, ({ isPaused, isTooLate }) => isTooLate && isPaused],
    'why it was not taken': [hintFailure, ({ failure }) => failure],
    'which hint was asked about last': [lastHint, ({ hintId }) => hintId],
  },
  offers: { 'hint.confirmed': canConfirm, 'hint.cancelled': isOpen },
  always: {
    'One hint at a time is taken.': oneAtATime(['takeHint']),
    'A hint that is paid is never cancelled.': neverCancelled(['takeHint']),
  },
})
