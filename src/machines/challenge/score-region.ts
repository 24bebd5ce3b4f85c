import { and, not, stateIn } from 'xstate'
import { hasScoreFailed, isScoreCompleted, isScoreRead } from './guards.ts'
import { challengeSetup, scoreInput } from './setup.ts'

/** Reads the account's score of the challenge, and sees whether an accepted flag was the last one. */
export const scoreRegion = challengeSetup.createStateConfig({
  initial: 'watched',
  invoke: {
    src: 'score',
    id: 'score',
    input: ({ context }) => scoreInput(context),
    onSnapshot: [
      {
        guard: and([stateIn({ score: 'checking' }), isScoreCompleted]),
        target: '.checked',
        actions: ['notifyScore', 'notifyCompleted'],
      },
      {
        guard: and([stateIn({ score: 'checking' }), isScoreRead]),
        target: '.checked',
        actions: 'notifyScore',
      },
      {
        // The page was left. It must not stay alive for a score that cannot be read.
        guard: and([
          stateIn({ score: 'checking' }),
          not(stateIn({ page: 'open' })),
          hasScoreFailed,
        ]),
        target: '.checked',
      },
      {
        // While a new fetch runs, the present data may be older than an accepted flag.
        guard: isScoreRead,
        actions: 'notifyScore',
      },
    ],
  },
  on: {
    'challenge.retry': { actions: 'refreshScore' },
    'flag.known': { actions: 'refreshScore' },
    'stats.changed': {
      guard: { type: 'isScoreMoved', params: ({ event }) => event.stats },
      actions: [{ type: 'countFlags', params: ({ event }) => event.stats }, 'refreshScore'],
    },
  },
  states: {
    watched: {
      on: {
        'page.left': { target: 'away', actions: 'deactivateScore' },
        'flag.accepted': {
          target: 'checking',
          actions: ['countAcceptedFlag', 'forgetWorth', 'refreshScore', 'notifyChanged'],
        },
      },
    },
    away: {
      on: {
        'page.entered': { target: 'watched', actions: 'activateScore' },
        'flag.accepted': {
          target: 'checking',
          actions: ['countAcceptedFlag', 'forgetWorth', 'activateScore', 'notifyChanged'],
        },
      },
    },
    // A flag was accepted, and perhaps it was the last one.
    checking: {},
    checked: {
      always: [
        { guard: stateIn({ page: 'open' }), target: 'watched' },
        { target: 'away', actions: 'deactivateScore' },
      ],
    },
  },
})
