import { assign } from 'xstate'
import { limited } from './limited.ts'
import { isDoubtful, isRefusedAs, secondsToWait, toldCode } from './problems.ts'
import { homeSetup } from './setup.ts'

/** Whether the user is in a team tells whether a refusal is to be told. */
const checking = (refused: '#joinRefused' | '#createRefused') =>
  homeSetup.createStateConfig({
    tags: 'changing',
    invoke: {
      src: 'fetchTeam',
      onDone: [
        { guard: ({ event }) => event.output !== null, target: '#teamSettling' },
        { target: refused },
      ],
      onError: refused,
    },
  })

/** Joins a team or creates one, one at a time. A change under way is never left before its answer. */
export const team = homeSetup.createStateConfig({
  initial: 'open',
  exit: ['forgetDrafts', 'forgetProblem'],
  states: {
    open: {
      initial: 'editing',
      always: { guard: { type: 'isElsewhere', params: { stage: 'team' } }, target: '#deciding' },
      states: {
        editing: {
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
              { target: '#joining', actions: assign({ asked: 'join' }) },
            ],
            'team.create': [
              {
                guard: 'isTeamNameEmpty',
                target: '.createRefused',
                actions: assign({ problem: { form: 'create', code: 'EMPTY' } }),
              },
              { target: '#creating', actions: assign({ asked: 'create' }) },
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
            joinLimited: { ...limited('joinLimited'), on: { 'team.join': {} } },
            createLimited: { ...limited('createLimited'), on: { 'team.create': {} } },
          },
        },
        settling: {
          id: 'teamSettling',
          tags: 'settling',
          entry: 'tellParent',
          after: { patience: 'overdue' },
        },
        overdue: { tags: 'settling', entry: 'tellParent', after: { patience: 'editing' } },
      },
    },
    joining: {
      id: 'joining',
      tags: 'changing',
      invoke: {
        src: 'joinTeam',
        input: ({ context }) => ({ joinToken: context.drafts.token.trim() }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: '#teamSettling' },
          {
            guard: ({ event }) => isRefusedAs(event.output, 'LIMITED'),
            target: '#joinLimited',
            actions: assign({ secondsLeft: ({ event }) => secondsToWait(event.output) }),
          },
          {
            guard: ({ event }) => isDoubtful(event.output),
            target: 'checkingJoin',
            actions: assign({
              problem: ({ event }) => ({ form: 'join', code: toldCode(event.output) }),
            }),
          },
          {
            target: '#joinRefused',
            actions: assign({
              problem: ({ event }) => ({ form: 'join', code: toldCode(event.output) }),
            }),
          },
        ],
        onError: {
          target: '#joinRefused',
          actions: assign({ problem: { form: 'join', code: 'FAILED' } }),
        },
      },
    },
    creating: {
      id: 'creating',
      tags: 'changing',
      invoke: {
        src: 'createTeam',
        input: ({ context }) => ({ name: context.drafts.teamName.trim() }),
        onDone: [
          { guard: ({ event }) => event.output.ok, target: '#teamSettling' },
          {
            guard: ({ event }) => isRefusedAs(event.output, 'LIMITED'),
            target: '#createLimited',
            actions: assign({ secondsLeft: ({ event }) => secondsToWait(event.output) }),
          },
          {
            guard: ({ event }) => isDoubtful(event.output),
            target: 'checkingCreate',
            actions: assign({
              problem: ({ event }) => ({ form: 'create', code: toldCode(event.output) }),
            }),
          },
          {
            target: '#createRefused',
            actions: assign({
              problem: ({ event }) => ({ form: 'create', code: toldCode(event.output) }),
            }),
          },
        ],
        onError: {
          target: '#createRefused',
          actions: assign({ problem: { form: 'create', code: 'FAILED' } }),
        },
      },
    },
    checkingJoin: checking('#joinRefused'),
    checkingCreate: checking('#createRefused'),
  },
})
