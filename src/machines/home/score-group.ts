import { assign } from 'xstate'
import type { ScoreGroup } from '../../api/contract.ts'
import { afterLimit, hasSucceeded, wasRefusedAs } from '../change.ts'
import { settlingUntil } from '../settling.ts'
import { problemIn } from './problems.ts'
import { chosenGroup, type Drafts, homeSetup } from './setup.ts'
import { wait } from './wait.ts'

/** Chooses the score group, once for all. */
export const scoreGroup = homeSetup.createStateConfig({
  initial: 'open',
  exit: ['forgetDrafts', 'forgetProblem'],
  states: {
    open: {
      initial: 'loading',
      always: {
        guard: { type: 'isOtherStep', params: { step: 'scoreGroup' } },
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
          id: 'choosing',
          initial: 'idle',
          on: {
            'groups.reload': 'loading',
            'group.chosen': { target: '.idle', actions: 'keepDraft' },
            'password.typed': { target: '.idle', actions: 'keepDraft' },
            'group.select': [
              {
                guard: 'isPasswordEmpty',
                target: '.refused',
                actions: assign({ problem: { form: 'select', code: 'EMPTY' } }),
              },
              {
                guard: 'isGroupChosen',
                target: '#selecting',
                actions: 'keepSubmittedGroup',
              },
            ],
          },
          states: {
            idle: {},
            wrongPassword: { id: 'wrongPassword', after: { wrongPasswordTime: 'idle' } },
            refused: { id: 'selectRefused', exit: 'forgetProblem' },
            wait: {
              ...wait('selectWait'),
              on: {
                'group.select': {},
                'group.chosen': { actions: 'keepDraft' },
                'password.typed': { actions: 'keepDraft' },
              },
            },
          },
        },
        settling: { id: 'groupSettling', tags: 'settling', ...settlingUntil('#choosing') },
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
          { guard: hasSucceeded, target: '#groupSettling' },
          {
            // An earlier attempt, or another member, has chosen. The stats say which group, and home compares it.
            guard: wasRefusedAs('SCORE_GROUP_ALREADY_SELECTED'),
            target: '#groupSettling',
          },
          { guard: wasRefusedAs('SCORE_GROUP_WRONG_PASSWORD'), target: '#wrongPassword' },
          afterLimit('#selectWait'),
          {
            // The account may have changed.
            target: '#selectRefused',
            actions: [
              {
                type: 'keepProblem',
                params: ({ event }) => ({ form: 'select', code: problemIn(event.output) }),
              },
              'notifyParent',
            ],
          },
        ],
      },
    },
  },
})

const chosenIfOnly = (drafts: Drafts, groups: readonly ScoreGroup[]): Drafts =>
  groups.length === 1 ? { ...drafts, scoreGroup: groups[0]?.slug ?? null } : drafts
