import { homeMachine } from '../../src/machines/home/machine.ts'
import { facts, team } from './data.ts'
import { defineModel } from './harness.ts'

const done = { ok: true, data: undefined, retried: false } as const
const refused = <C extends string>(code: C, retried = false) =>
  ({ ok: false, code, retried, retryAfter: code === 'LIMITED' ? 2_000 : null }) as const

export const homeModel = defineModel<typeof homeMachine>({
  machine: homeMachine,
  inputs: [({ parent }) => ({ parent })],
  events: {
    'facts.changed': [
      { type: 'facts.changed', facts: facts({ isReady: false }) },
      { type: 'facts.changed', facts: facts({ hasTeam: false, hasScoreGroup: false }) },
      { type: 'facts.changed', facts: facts({ phase: 'upcoming' }) },
      { type: 'facts.changed', facts: facts({ hasScoreGroup: false }) },
      { type: 'facts.changed', facts: facts() },
      { type: 'facts.changed', facts: facts({ phase: 'over' }) },
    ],
    'token.typed': [
      { type: 'token.typed', token: 'abc' },
      { type: 'token.typed', token: ' ' },
    ],
    'teamName.typed': [
      { type: 'teamName.typed', teamName: 'Engines' },
      { type: 'teamName.typed', teamName: ' ' },
    ],
    'team.join': [{ type: 'team.join' }],
    'team.create': [{ type: 'team.create' }],
    'group.chosen': [{ type: 'group.chosen', slug: 'students' }],
    'password.typed': [{ type: 'password.typed', password: 'secret' }],
    'group.select': [{ type: 'group.select' }],
    'groups.reload': [{ type: 'groups.reload' }],
    'drafts.loaded': {
      from: 'keepDrafts',
      events: [{ type: 'drafts.loaded', drafts: { token: 'abc', teamName: 'Engines' } }],
    },
  },
  actors: {
    keepDrafts: 'callback',
    joinTeam: {
      done: [
        done,
        refused('TEAM_FULL'),
        refused('TEAM_JOIN_TOKEN_INVALID'),
        refused('VALIDATION_FAILED'),
        refused('LIMITED'),
      ],
    },
    createTeam: {
      done: [
        done,
        refused('TEAM_NAME_TAKEN'),
        refused('TEAM_NAME_TAKEN', true),
        refused('LIMITED'),
      ],
    },
    fetchTeam: { done: [null, team] },
    listScoreGroups: {
      done: [
        [
          { slug: 'open', name: 'Open', description: '', isPasswordProtected: false },
          { slug: 'students', name: 'Students', description: '', isPasswordProtected: true },
        ],
      ],
    },
    selectScoreGroup: {
      done: [
        done,
        refused('SCORE_GROUP_ALREADY_SELECTED'),
        refused('SCORE_GROUP_WRONG_PASSWORD'),
        refused('TIME_RESTRICTED'),
        refused('LIMITED'),
      ],
    },
  },
  key: ({ context: { facts, drafts, secondsLeft } }) => [
    facts.isReady,
    facts.phase,
    facts.hasTeam,
    facts.hasScoreGroup,
    drafts.token.trim() !== '',
    drafts.teamName.trim() !== '',
    drafts.scoreGroup,
    secondsLeft,
  ],
})
