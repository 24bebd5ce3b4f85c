import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { challenge, score } from './data.ts'
import { defineModel } from './harness.ts'

const verdict = (status: 1 | 2 | 3, retried = false) =>
  ({ ok: true, data: { status }, retried }) as const

export const submissionModel = defineModel<typeof submissionMachine>({
  machine: submissionMachine,
  inputs: [({ serverClock, parent }) => ({ challenge, clock: serverClock, parent })],
  events: {
    'flag.typed': [
      { type: 'flag.typed', draft: 'GUIDON{x}' },
      { type: 'flag.typed', draft: ' ' },
    ],
    'flag.submit': [{ type: 'flag.submit' }],
    'score.changed': [{ type: 'score.changed', solvedFlags: 0 }],
    'draft.loaded': {
      from: 'keepDraft',
      events: [{ type: 'draft.loaded', draft: 'GUIDON{y}' }],
    },
  },
  actors: {
    submitFlag: {
      done: [
        verdict(1),
        verdict(2),
        verdict(3),
        verdict(3, true),
        { ok: false, code: 'LIMITED', retried: false, retryAfter: 5000 },
      ],
    },
    fetchScore: { done: [score(0), score(1)] },
    keepDraft: 'callback',
  },
  key: ({ context: { draft, solvedFlags } }) => [
    draft.trim() !== '',
    solvedFlags === null ? null : Math.min(solvedFlags, 1),
  ],
})
