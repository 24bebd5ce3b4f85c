import { assign, setup } from 'xstate'
import type { AccountStats } from '../../api/contract.ts'
import type { CelebrationParentEvent } from './events.ts'
import { type Gain, gainBetween, hasNewScore, isAllKnown, type ServerState } from './gain.ts'

export interface CelebrationContext {
  readonly now: ServerState
  /** What was known when the flag was accepted. */
  readonly before: ServerState
  readonly gain: Gain | null
}

/** How long to wait for what the flag changed, and how long the celebration moves, in milliseconds. */
const GATHERING_TIME = 2_000
const CELEBRATION_TIME = 2_000

/** Says what an accepted flag brought, once. */
export const celebrationMachine = setup({
  types: {
    context: {} as CelebrationContext,
    events: {} as CelebrationParentEvent,
    input: {} as { stats: AccountStats | undefined },
  },
  actions: {
    keepChange: assign(({ context: { now } }, changed: Partial<ServerState>) => ({
      now: { ...now, ...changed },
    })),
    /** The challenge is read again after each accepted flag. */
    begin: assign(({ context: { now } }) => ({
      before: now,
      now: { ...now, detail: undefined },
      gain: null,
    })),
    conclude: assign(({ context: { before, now } }) => ({ gain: gainBetween(before, now) })),
    forget: assign({ gain: null }),
  },
  guards: {
    isAllKnown: ({ context: { before, now } }) => isAllKnown(before, now),
    hasNewScore: ({ context: { before, now } }) => hasNewScore(before, now.score),
  },
  delays: { gatheringTime: GATHERING_TIME, celebrationTime: CELEBRATION_TIME },
}).createMachine({
  id: 'celebration',
  context: ({ input: { stats } }) => ({
    now: { stats, score: undefined, detail: undefined },
    before: { stats: undefined, score: undefined, detail: undefined },
    gain: null,
  }),
  initial: 'quiet',
  on: {
    'score.changed': {
      actions: { type: 'keepChange', params: ({ event: { score } }) => ({ score }) },
    },
    'stats.changed': {
      actions: { type: 'keepChange', params: ({ event: { stats } }) => ({ stats }) },
    },
    'detail.read': {
      actions: { type: 'keepChange', params: ({ event: { detail } }) => ({ detail }) },
    },
    // The gain of an earlier flag would look like that of this one.
    'flag.answered': { target: '.quiet', actions: 'forget' },
    'flag.accepted': { target: '.gathering', actions: 'begin' },
    'page.left': { target: '.quiet', actions: 'forget' },
  },
  states: {
    quiet: {},
    gathering: {
      always: { guard: 'isAllKnown', target: 'celebrating', actions: 'conclude' },
      after: {
        gatheringTime: [
          { guard: 'hasNewScore', target: 'celebrating', actions: 'conclude' },
          { target: 'quiet' },
        ],
      },
    },
    celebrating: { after: { celebrationTime: 'celebrated' } },
    // The gain stays on the page, without animation.
    celebrated: {},
  },
})
