import { assign } from 'xstate'
import { afterLimit, hasSucceeded } from '../change.ts'
import { joinTokenIn } from '../navigation/invitation.ts'
import { settlingUntil } from '../settling.ts'
import { problemIn } from './problems.ts'
import { homeSetup } from './setup.ts'
import { wait } from './wait.ts'

/** Joins a team or creates one. There is one change at a time, and it is never cancelled. */
export const team = homeSetup.createStateConfig({
  initial: 'open',
  exit: ['forgetDrafts', 'forgetProblem'],
  states: {
    open: {
      initial: 'editing',
      always: { guard: { type: 'isOtherStep', params: { step: 'team' } }, target: '#deciding' },
      states: {
        editing: {
          id: 'editing',
          initial: 'idle',
          on: {
            'token.typed': { actions: 'keepDraft' },
            'teamName.typed': { actions: 'keepDraft' },
            'team.join': [
              {
                guard: 'isTokenEmpty',
                target: '.joinRefused',
                actions: assign({ problem: { form: 'join', code: 'EMPTY' } }),
              },
              { target: '#joining', actions: assign({ submittedForm: 'join' }) },
            ],
            'team.create': [
              {
                guard: 'isTeamNameEmpty',
                target: '.createRefused',
                actions: assign({ problem: { form: 'create', code: 'EMPTY' } }),
              },
              { target: '#creating', actions: assign({ submittedForm: 'create' }) },
            ],
          },
          states: {
            idle: {},
            joinRefused: {
              id: 'joinRefused',
              exit: 'forgetProblem',
              on: { 'token.typed': { target: 'idle', actions: 'keepDraft' } },
            },
            createRefused: {
              id: 'createRefused',
              exit: 'forgetProblem',
              on: { 'teamName.typed': { target: 'idle', actions: 'keepDraft' } },
            },
            joinWait: { ...wait('joinWait'), on: { 'team.join': {} } },
            createWait: { ...wait('createWait'), on: { 'team.create': {} } },
          },
        },
        settling: { id: 'teamSettling', tags: 'settling', ...settlingUntil('#editing') },
      },
    },
    joining: {
      id: 'joining',
      tags: 'changing',
      invoke: {
        src: 'joinTeam',
        input: ({ context }) => ({ joinToken: joinTokenIn(context.drafts.token) }),
        onDone: [
          { guard: hasSucceeded, target: '#teamSettling' },
          afterLimit('#joinWait'),
          {
            target: '#joinRefused',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({ form: 'join', code: problemIn(event.output) }),
            },
          },
        ],
      },
    },
    creating: {
      id: 'creating',
      tags: 'changing',
      invoke: {
        src: 'createTeam',
        input: ({ context }) => ({ name: context.drafts.teamName.trim() }),
        onDone: [
          { guard: hasSucceeded, target: '#teamSettling' },
          afterLimit('#createWait'),
          {
            target: '#createRefused',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({ form: 'create', code: problemIn(event.output) }),
            },
          },
        ],
      },
    },
  },
})
