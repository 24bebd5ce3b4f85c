import { homeMachine } from '../../src/machines/home/machine.ts'
import { homeBehaviour } from './behaviours/home.ts'
import { changed, facts, failed, found, neverRejects, refused } from './data.ts'
import { defineModel } from './harness.ts'

export const homeModel = defineModel<typeof homeMachine>({
  machine: homeMachine,
  inputs: [({ serverClock, parent }) => ({ clock: serverClock, parent })],
  events: {
    'facts.changed': [
      { type: 'facts.changed', facts: facts({ isReady: false }) },
      { type: 'facts.changed', facts: facts({ hasTeam: false, hasScoreGroup: false }) },
      { type: 'facts.changed', facts: facts({ phase: 'upcoming' }) },
      { type: 'facts.changed', facts: facts({ hasScoreGroup: false }) },
      { type: 'facts.changed', facts: facts() },
      {
        type: 'facts.changed',
        facts: facts({ phase: 'postPlay', flugzeugEnabled: 'unreadable' }),
      },
      { type: 'facts.changed', facts: facts({ phase: 'over', isReadOnly: true }) },
    ],
    'token.typed': [
      { type: 'token.typed', token: 'abc' },
      { type: 'token.typed', token: ' ' },
    ],
    'teamName.typed': [
      { type: 'teamName.typed', teamName: 'Engines' },
      { type: 'teamName.typed', teamName: ' ' },
      { type: 'teamName.typed', teamName: ' Engines ' },
    ],
    'team.join': [{ type: 'team.join' }],
    'team.create': [{ type: 'team.create' }],
    'group.chosen': [
      { type: 'group.chosen', slug: 'students' },
      { type: 'group.chosen', slug: 'open' },
    ],
    'password.typed': [{ type: 'password.typed', password: 'secret' }],
    'group.select': [{ type: 'group.select' }],
    'otherGroup.dismissed': [{ type: 'otherGroup.dismissed' }],
    'groups.reload': [{ type: 'groups.reload' }],
    'drafts.loaded': {
      from: 'homeDraftStore',
      events: [{ type: 'drafts.loaded', drafts: { token: 'abc', teamName: 'Engines' } }],
    },
  },
  actors: {
    homeDraftStore: 'callback',
    joinTeam: {
      error: neverRejects,
      done: [changed, refused('TEAM_FULL'), refused('LIMITED'), failed],
    },
    createTeam: {
      error: neverRejects,
      done: [found, refused('TEAM_NAME_TAKEN'), refused('LIMITED'), failed],
    },
    listScoreGroups: {
      done: [
        [
          { slug: 'open', name: 'Open', description: '', isPasswordProtected: false },
          { slug: 'students', name: 'Students', description: '', isPasswordProtected: true },
        ],
        [{ slug: 'students', name: 'Students', description: '', isPasswordProtected: true }],
      ],
    },
    selectScoreGroup: {
      error: neverRejects,
      done: [
        changed,
        refused('SCORE_GROUP_ALREADY_SELECTED'),
        refused('SCORE_GROUP_WRONG_PASSWORD'),
        refused('TIME_RESTRICTED'),
        refused('LIMITED'),
      ],
    },
  },
  key: ({ value, context: { facts, drafts, submittedGroup, waitUntil } }, { now }) => [
    facts.isReady,
    facts.phase,
    facts.hasTeam,
    facts.hasScoreGroup,
    drafts.token.trim() !== '',
    drafts.teamName.trim() !== '',
    drafts.scoreGroup,
    drafts.password !== '',
    value === 'play' && submittedGroup,
    Math.ceil(Math.max(0, waitUntil - now()) / 30_000),
  ],
  names: {
    'facts.changed': [
      'nothing known',
      'no team',
      'event is upcoming',
      'no score group',
      'event runs',
      'post play',
      'event is over',
    ],
    'token.typed': ['token typed', 'token is a space'],
    'teamName.typed': ['name typed', 'name is a space', 'name between spaces'],
    'group.chosen': ['students chosen', 'open group chosen'],
    joinTeam: ['joined', 'team is full', 'too many tokens', 'joining fails'],
    createTeam: ['created', 'name is taken', 'too many names', 'creation fails'],
    listScoreGroups: ['groups listed', 'one group listed'],
    selectScoreGroup: [
      'group chosen',
      'group was chosen before',
      'wrong password',
      'too late to choose',
      'too many passwords',
    ],
  },
  walkLength: 10,
  behaviour: homeBehaviour,
})
