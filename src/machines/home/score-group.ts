import { assign } from 'xstate'
import type { ScoreGroup } from '../../api/contract.ts'
import { limited } from './limited.ts'
import { isRefusedAs, secondsToWait, toldCode } from './problems.ts'
import { chosenGroup, type Drafts, homeSetup } from './setup.ts'

/** Chooses the score group, once for all. */
export const scoreGroup = homeSetup.createStateConfig({
  initial: 'open',
  exit: ['forgetDrafts', 'forgetProblem'],
  states: {
    open: {
      initial: 'loading',
      always: {
        guard: { type: 'isElsewhere', params: { stage: 'scoreGroup' } },
        target: '#deciding',
      },
      states: {
        loading: {
          invoke: {
            src: 'listScoreGroups',
            onDone: {
              target: 'choosing',
              actions: assign(({ context, event }) => ({
                groups: event.output,
                drafts: chosenIfOnly(context.drafts, event.output),
              })),
            },
            onError: 'loadingFailed',
          },
        },
        loadingFailed: { on: { 'groups.reload': 'loading' }, after: { reloadDelay: 'loading' } },
        choosing: {
          initial: 'idle',
          on: {
            'groups.reload': 'loading',
            'group.chosen': { target: '.idle', actions: 'keepDraft' },
            'password.typed': { target: '.idle', actions: 'keepDraft' },
            'group.select': {
              guard: 'isGroupChosen',
              target: '#selecting',
              actions: assign({ asked: 'select' }),
            },
          },
          states: {
            idle: {},
            wrongPassword: { id: 'wrongPassword', after: { wrongPasswordTime: 'idle' } },
            refused: { id: 'selectRefused', exit: 'forgetProblem' },
            limited: {
              ...limited('selectLimited'),
              on: {
                'group.select': {},
                'group.chosen': { actions: 'keepDraft' },
                'password.typed': { actions: 'keepDraft' },
              },
            },
          },
        },
        settling: {
          id: 'groupSettling',
          tags: 'settling',
          entry: 'tellParent',
          after: { patience: 'overdue' },
        },
        overdue: { tags: 'settling', entry: 'tellParent', after: { patience: 'choosing' } },
      },
    },
    selecting: {
      id: 'selecting',
      tags: 'changing',
      invoke: {
        src: 'selectScoreGroup',
        input: ({ context }) => ({
          scoreGroup: chosenGroup(context)?.slug ?? '',
          password: chosenGroup(context)?.isPasswordProtected ? context.drafts.password : null,
        }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: '#groupSettling' },
          {
            // By an earlier sending, or by somebody else of the team: the refetched account tells.
            guard: ({ event }) => isRefusedAs(event.output, 'SCORE_GROUP_ALREADY_SELECTED'),
            target: '#groupSettling',
          },
          {
            guard: ({ event }) => isRefusedAs(event.output, 'SCORE_GROUP_WRONG_PASSWORD'),
            target: '#wrongPassword',
          },
          {
            guard: ({ event }) => isRefusedAs(event.output, 'LIMITED'),
            target: '#selectLimited',
            actions: assign({ secondsLeft: ({ event }) => secondsToWait(event.output) }),
          },
          {
            // The account may be another one than this page thinks.
            target: '#selectRefused',
            actions: [
              assign({
                problem: ({ event }) => ({ form: 'select', code: toldCode(event.output) }),
              }),
              'tellParent',
            ],
          },
        ],
        onError: {
          target: '#selectRefused',
          actions: assign({ problem: { form: 'select', code: 'FAILED' } }),
        },
      },
    },
  },
})

const chosenIfOnly = (drafts: Drafts, groups: readonly ScoreGroup[]): Drafts =>
  groups.length === 1 ? { ...drafts, scoreGroup: groups[0]?.slug ?? null } : drafts
