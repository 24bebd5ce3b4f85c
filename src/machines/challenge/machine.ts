import { sendTo } from 'xstate'
import { detailIn } from './detail.ts'
import { isChanging, isDetailFound, isDetailLocked, isDetailMissing } from './guards.ts'
import { scoreRegion } from './score-region.ts'
import { challengeSetup, detailInput, solvesInput } from './setup.ts'

/** One open page of a challenge. Leaving the page cancels what it reads, never what it changes. */
export const challengeMachine = challengeSetup.createMachine({
  id: 'challenge',
  context: ({ input }) => ({
    input,
    countedFlags: input.stats?.score.numSolvedFlags,
    worth: undefined,
  }),
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
            guard: isDetailMissing,
            target: '.missing',
            actions: ['notifyNoDetail', 'deactivateScore'],
          },
          {
            guard: isDetailLocked,
            target: '.locked',
            actions: ['notifyNoDetail', 'deactivateScore'],
          },
          {
            guard: isDetailFound,
            target: '.found',
            actions: [
              sendTo('instance', ({ event }) => ({
                type: 'detail.changed',
                detail: detailIn(event.snapshot.context.data) ?? null,
              })),
              'notifyDetailRead',
              'activateScore',
              'followWorth',
            ],
          },
        ],
      },
      on: {
        'page.left': { actions: 'deactivateDetail' },
        'page.entered': { actions: 'activateDetail' },
        'challenge.retry': { actions: 'refreshDetail' },
        'hint.taken': { actions: ['refreshDetail', 'notifyChanged'] },
        'news.came': {
          guard: { type: 'concernsDetail', params: ({ event }) => event },
          actions: 'staleDetail',
        },
      },
      states: {
        unknown: {},
        found: {},
        missing: {},
        // The solved flag may have unlocked it.
        locked: {
          on: {
            'stats.changed': {
              guard: { type: 'isScoreMoved', params: ({ event }) => event.stats },
              actions: 'refreshDetail',
            },
          },
        },
      },
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
          facts: context.input.facts,
          stats: context.input.stats,
          parent: context.input.parent,
        }),
        onSnapshot: [{ guard: isChanging, target: '.changing' }, { target: '.still' }],
      },
      on: {
        'page.left': { actions: sendTo('instance', { type: 'page.left' }) },
        'page.entered': { actions: sendTo('instance', { type: 'page.entered' }) },
        'facts.changed': { actions: sendTo('instance', ({ event }) => event) },
        'stats.changed': { actions: sendTo('instance', ({ event }) => event) },
        'news.came': {
          guard: { type: 'concernsEnvironment', params: ({ event }) => event },
          actions: 'staleInstance',
        },
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
          facts: context.input.facts,
          parent: self,
        }),
        onSnapshot: [{ guard: isChanging, target: '.changing' }, { target: '.still' }],
      },
      on: { 'facts.changed': { actions: sendTo('submission', ({ event }) => event) } },
      states: { still: {}, changing: {} },
    },
    hints: {
      initial: 'still',
      invoke: {
        src: 'hints',
        id: 'hints',
        input: ({ context, self }) => ({
          challenge: context.input.challenge,
          facts: context.input.facts,
          parent: self,
        }),
        onSnapshot: [{ guard: isChanging, target: '.changing' }, { target: '.still' }],
      },
      on: {
        'page.left': { actions: sendTo('hints', { type: 'page.left' }) },
        'facts.changed': { actions: sendTo('hints', ({ event }) => event) },
      },
      states: { still: {}, changing: {} },
    },
    celebration: {
      invoke: {
        src: 'celebration',
        id: 'celebration',
        input: ({ context }) => ({ stats: context.input.stats }),
      },
      on: {
        'flag.answered': { actions: sendTo('celebration', ({ event }) => event) },
        'flag.accepted': { actions: ['celebrate', 'refreshSolves'] },
        'stats.changed': { actions: sendTo('celebration', ({ event }) => event) },
        'page.left': { actions: sendTo('celebration', ({ event }) => event) },
      },
    },
    // The accounts that solved it are read only while the list is open.
    solves: {
      invoke: { src: 'solves', id: 'solves', input: ({ context }) => solvesInput(context) },
      on: {
        'solves.opened': { actions: 'activateSolves' },
        'solves.closed': { actions: 'deactivateSolves' },
        'page.left': { actions: 'deactivateSolves' },
        'news.came': {
          guard: { type: 'concernsDetail', params: ({ event }) => event },
          actions: 'staleSolves',
        },
      },
    },
    score: scoreRegion,
  },
})
