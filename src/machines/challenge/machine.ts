import { type ActorRefFrom, and, not, sendTo, stateIn } from 'xstate'
import { challengeSetup, detailInput, scoreInput } from './setup.ts'

/** One open page of a challenge. Leaving the page cancels what it reads, never what it changes. */
export const challengeMachine = challengeSetup.createMachine({
  id: 'challenge',
  context: ({ input }) => ({ input, countedFlags: input.stats?.score.numSolvedFlags }),
  type: 'parallel',
  states: {
    page: {
      initial: 'open',
      states: {
        open: { on: { 'page.left': 'left' } },
        left: {
          always: { guard: 'isDone', target: 'closed' },
          on: { 'page.entered': 'open' },
        },
        closed: {
          entry: sendTo(
            ({ context }) => context.input.parent,
            ({ context }) => ({ type: 'challenge.closed', id: context.input.id }),
          ),
          on: { 'page.entered': 'open' },
        },
      },
    },
    detail: {
      initial: 'unknown',
      invoke: {
        src: 'detail',
        id: 'detail',
        input: ({ context }) => detailInput(context),
        onSnapshot: [
          {
            guard: ({ event: { snapshot } }) =>
              snapshot.matches('active') && snapshot.context.data === null,
            target: '.missing',
            actions: [
              sendTo('instance', { type: 'detail.changed', detail: null }),
              'deactivateScore',
            ],
          },
          {
            guard: ({ event: { snapshot } }) =>
              snapshot.matches('active') && snapshot.context.data !== undefined,
            target: '.found',
            actions: [
              sendTo('instance', ({ event }) => ({
                type: 'detail.changed',
                detail: event.snapshot.context.data ?? null,
              })),
              'activateScore',
            ],
          },
        ],
      },
      on: {
        'page.left': { actions: 'deactivateDetail' },
        'page.entered': { actions: 'activateDetail' },
        'challenge.retry': { actions: 'refreshDetail' },
      },
      states: { unknown: {}, found: {}, missing: {} },
    },
    instance: {
      initial: 'still',
      invoke: {
        src: 'instance',
        id: 'instance',
        input: ({ context }) => ({
          challenge: context.input.challenge,
          clock: context.input.clock,
          random: context.input.random,
          stats: context.input.stats,
          parent: context.input.parent,
        }),
        onSnapshot: [
          { guard: ({ event }) => event.snapshot.hasTag('changing'), target: '.changing' },
          { target: '.still' },
        ],
      },
      on: {
        'page.left': { actions: sendTo('instance', { type: 'page.left' }) },
        'page.entered': { actions: sendTo('instance', { type: 'page.entered' }) },
        'stats.changed': { actions: sendTo('instance', ({ event }) => event) },
      },
      states: { still: {}, changing: {} },
    },
    submission: {
      initial: 'still',
      invoke: {
        src: 'submission',
        id: 'submission',
        input: ({ context, self }) => ({
          challenge: context.input.challenge,
          clock: context.input.clock,
          parent: self,
        }),
        onSnapshot: [
          { guard: ({ event }) => event.snapshot.hasTag('changing'), target: '.changing' },
          { target: '.still' },
        ],
      },
      states: { still: {}, changing: {} },
    },
    score: {
      initial: 'watched',
      invoke: {
        src: 'score',
        id: 'score',
        input: ({ context }) => scoreInput(context),
        onSnapshot: [
          {
            guard: and([
              stateIn({ score: 'checking' }),
              ({ event: { snapshot } }) =>
                snapshot.matches({ active: 'ready' }) &&
                snapshot.context.data?.isCompleted === true,
            ]),
            target: '.checked',
            actions: ['tellScore', 'tellCompleted'],
          },
          {
            guard: and([
              stateIn({ score: 'checking' }),
              ({ event: { snapshot } }) => snapshot.matches({ active: 'ready' }),
            ]),
            target: '.checked',
            actions: 'tellScore',
          },
          {
            // The page was left. It must not stay alive for a score that cannot be read.
            guard: and([
              stateIn({ score: 'checking' }),
              not(stateIn({ page: 'open' })),
              ({ event: { snapshot } }) => snapshot.matches({ active: 'failed' }),
            ]),
            target: '.checked',
          },
          {
            // Not older data while a new fetch runs: a flag may have been accepted since.
            guard: ({ event: { snapshot } }) => snapshot.matches({ active: 'ready' }),
            actions: 'tellScore',
          },
        ],
      },
      on: {
        'challenge.retry': { actions: 'refreshScore' },
        'flag.known': { actions: 'refreshScore' },
        'stats.changed': { guard: 'isScoreMoved', actions: ['countFlags', 'refreshScore'] },
      },
      states: {
        watched: {
          on: {
            'page.left': { target: 'away', actions: 'deactivateScore' },
            'flag.accepted': {
              target: 'checking',
              actions: ['countAcceptedFlag', 'refreshScore', 'tellChanged'],
            },
          },
        },
        away: {
          on: {
            'page.entered': { target: 'watched', actions: 'activateScore' },
            'flag.accepted': {
              target: 'checking',
              actions: ['countAcceptedFlag', 'activateScore', 'tellChanged'],
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
    },
  },
})

export type ChallengeActorRef = ActorRefFrom<typeof challengeMachine>
