import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { submissionBehaviour } from './behaviours/submission.ts'
import { challenge, facts, failed, found, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'

const verdict = (status: 1 | 2 | 3) => ({ is: 'done', data: { status } }) as const

export const submissionModel = defineModel<typeof submissionMachine>({
  machine: submissionMachine,
  inputs: [
    ({ serverClock, parent }) => ({ challenge, clock: serverClock, facts: facts(), parent }),
  ],
  events: {
    'flag.typed': [
      { type: 'flag.typed', draft: 'GUIDON{x}' },
      { type: 'flag.typed', draft: ' ' },
      { type: 'flag.typed', draft: ' GUIDON{z} ' },
    ],
    'flag.submit': [{ type: 'flag.submit' }],
    'score.changed': [
      { type: 'score.changed', solvedFlags: 0 },
      { type: 'score.changed', solvedFlags: 1 },
    ],
    'facts.changed': [
      { type: 'facts.changed', facts: facts({ isPaused: true }) },
      { type: 'facts.changed', facts: facts() },
    ],
    'draft.loaded': {
      from: 'draftStore',
      events: [{ type: 'draft.loaded', draft: 'GUIDON{y}' }],
    },
  },
  actors: {
    submitFlag: {
      error: neverRejects,
      done: [
        verdict(1),
        verdict(2),
        verdict(3),
        found,
        refused('LIMITED'),
        refused('TIME_RESTRICTED'),
        failed,
      ],
    },
    draftStore: 'callback',
  },
  key: ({ context: { draft, facts, solvedFlags, waitUntil } }, { now }) => [
    facts.isPaused,
    Math.ceil(Math.max(0, waitUntil - now()) / 30_000),
    draft.trim() !== '',
    solvedFlags === null ? null : Math.min(solvedFlags, 1),
  ],
  names: {
    'flag.typed': ['flag typed', 'space typed', 'other flag typed'],
    'score.changed': ['nothing solved', 'one solved'],
    'facts.changed': ['event paused', 'event continued'],
    submitFlag: [
      ...['accepted', 'rejected', 'known', 'found accepted'],
      ...['too many flags', 'too late for flags', 'flag fails'],
    ],
  },
  behaviour: submissionBehaviour,
})
