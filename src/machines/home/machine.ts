import { assign } from 'xstate'
import { unknownFacts } from '../../domain/facts.ts'
import { scoreGroup } from './score-group.ts'
import { homeSetup, noDrafts } from './setup.ts'
import type { Step } from './step.ts'
import { team } from './team.ts'

const leave = (step: Step) =>
  ({ guard: { type: 'isOtherStep', params: { step } }, target: 'deciding' }) as const

/** The onboarding: shows the step that the facts of the app lead to. */
export const homeMachine = homeSetup.createMachine({
  id: 'home',
  context: ({ input }) => ({
    ...input,
    facts: unknownFacts,
    drafts: noDrafts,
    groups: [],
    submittedForm: null,
    submittedGroup: null,
    problem: null,
    waitUntil: 0,
  }),
  initial: 'deciding',
  invoke: { src: 'homeDraftStore', id: 'homeDraftStore' },
  on: {
    'facts.changed': { actions: { type: 'keepFacts', params: ({ event }) => event.facts } },
    'drafts.loaded': {
      actions: assign({ drafts: ({ context, event }) => ({ ...context.drafts, ...event.drafts }) }),
    },
  },
  states: {
    deciding: {
      id: 'deciding',
      always: [
        { guard: { type: 'isAt', params: { step: 'team' } }, target: 'team' },
        { guard: { type: 'isAt', params: { step: 'upcoming' } }, target: 'upcoming' },
        { guard: { type: 'isAt', params: { step: 'scoreGroup' } }, target: 'scoreGroup' },
        { guard: { type: 'isAt', params: { step: 'play' } }, target: 'play' },
        { guard: { type: 'isAt', params: { step: 'over' } }, target: 'over' },
        { target: 'unknown' },
      ],
    },
    unknown: { always: leave('unknown') },
    team,
    upcoming: { always: leave('upcoming') },
    scoreGroup,
    play: {
      on: { 'otherGroup.dismissed': { actions: assign({ submittedGroup: null }) } },
      always: leave('play'),
    },
    over: { always: leave('over') },
  },
})
