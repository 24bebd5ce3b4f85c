import { hintsMachine } from '../../src/machines/hints/machine.ts'
import { hintsBehaviour } from './behaviours/hints.ts'
import { challenge, detail, facts, failed, found, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'

const hints = [
  { id: 'h1', cost: 50, text: 'Look up.' },
  { id: 'h2', cost: 50 },
]

export const hintsModel = defineModel<typeof hintsMachine>({
  machine: hintsMachine,
  inputs: [({ parent }) => ({ challenge, facts: facts(), parent })],
  events: {
    'hint.requested': [
      { type: 'hint.requested', hintId: 'h1' },
      { type: 'hint.requested', hintId: 'h2' },
    ],
    'hint.confirmed': [{ type: 'hint.confirmed' }],
    'hint.cancelled': [{ type: 'hint.cancelled' }],
    'detail.read': [
      { type: 'detail.read', detail },
      { type: 'detail.read', detail: { ...detail, hints } },
    ],
    'facts.changed': [
      { type: 'facts.changed', facts: facts({ isPaused: true }) },
      { type: 'facts.changed', facts: facts() },
    ],
    'page.left': [{ type: 'page.left' }],
  },
  actors: {
    takeHint: {
      error: neverRejects,
      done: [
        { is: 'done', data: { id: 'h1', cost: 50, text: 'Look up.' } },
        found,
        refused('TIME_RESTRICTED'),
        failed,
      ],
    },
  },
  names: {
    'hint.requested': ['first hint', 'second hint'],
    'detail.read': ['detail read', 'first hint is open'],
    'facts.changed': ['event paused', 'event continued'],
    takeHint: ['hint taken', 'hint was taken before', 'too late', 'taking fails'],
  },
  behaviour: hintsBehaviour,
})
