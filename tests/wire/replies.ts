import type { Extension } from '../../src/api/contract.ts'
import { detail, notRunning, running, score, statsOf } from '../support/challenge.ts'
import { metadata } from '../support/fake-app.ts'
import { done, ok, type Replies } from './backend.ts'

export const user = {
  id: 'u1',
  username: 'alice',
  externalId: 'x1',
  vpn: { connected: false, ipv4Address: null },
}

export const team = {
  id: 't1',
  name: 'Foxes',
  joinToken: 'j1',
  maxSize: null,
  members: [{ userId: 'u1', username: 'alice' }],
}

const flugzeug = { status: 'running', stopTimestamp: '2026-05-01T13:00:00.000Z', url: null }

/** The replies of a backend to a user with a score group, during play. */
export const usual: Replies = {
  'GET /v1/metadata': ok(metadata),
  'GET /v1/user': ok(user),
  'GET /v1/user/stats': ok(statsOf()),
  'GET /v1/user/flugzeug/enabled': ok({ enabled: true }),
  'GET /v1/user/flugzeug': ok(flugzeug),
  'GET /v1/user/vpn/config': ok('[Interface]'),
  'POST /v1/user/flugzeug': done,
  'DELETE /v1/user/flugzeug': done,
  'PUT /v1/user/flugzeug/start': done,
  'PUT /v1/user/flugzeug/stop': done,
  'POST /v1/user/flugzeug/prolong': done,
  'GET /v1/categories/': ok([{ slug: 'web', name: 'Web', description: '', order: 1 }]),
  'GET /v1/challenges/': ok([
    { categorySlug: 'web', slug: 'login', name: 'Login', order: 1, difficulty: 'easy' },
  ]),
  'GET /v1/challenges/login': ok(detail),
  'GET /v1/challenges/login/score': ok(score),
  'GET /v1/challenges/login/instance': ok(notRunning),
  'PUT /v1/challenges/login/instance': done,
  'DELETE /v1/challenges/login/instance': done,
  'POST /v1/challenges/login/instance/prolong': done,
  'POST /v1/challenges/login/solve': ok({ status: 2 }),
  'GET /v1/stats/scoreboard': ok({
    entries: [{ accountId: 'a7', displayName: 'Owls', flags: 1, points: 50, rank: 1 }],
  }),
  'GET /v1/stats/solvetimes': ok({
    categories: [
      {
        name: 'Forensics',
        challengeSolves: [{ name: 'Tape', flagSolves: [{ solveTimes: [] }] }],
      },
    ],
  }),
}

export const runningNow: Replies = { 'GET /v1/challenges/login/instance': ok(running) }

/** The replies during play, to a user without a score group. */
export const groupless: Replies = {
  'GET /v1/user/stats': ok({ ...statsOf(), accountHasScoreGroup: false, scoreGroup: null }),
  'GET /v1/score_groups': ok([
    { slug: 'open', name: 'Open', description: '', isPasswordProtected: false },
    { slug: 'staff', name: 'Staff', description: '', isPasswordProtected: true },
  ]),
  'POST /v1/score_groups/select': done,
}

const upcomingInTeams = {
  ...metadata,
  ctfStart: '2026-05-02T08:00:00.000Z',
  teamModeEnabled: true,
}

/** The replies in team mode before the start, to a user in a team. */
export const teamed: Replies = {
  'GET /v1/metadata': ok(upcomingInTeams),
  'GET /v1/user/team': ok(team),
  'DELETE /v1/teams/t1/members/u1': done,
}

/** Like `teamed`, to a user without a team. */
export const teamless: Replies = {
  'GET /v1/metadata': ok(upcomingInTeams),
  'GET /v1/user/team': {
    status: 404,
    body: { ok: false, code: 'NO_TEAM', message: 'No.' },
  },
  'POST /v1/teams': done,
  'POST /v1/teams/join': done,
}

/** The replies of a backend with one extension. `own`: more of its metadata. */
export const withExtension = (extension: Extension, own: object = {}): Replies => ({
  'GET /v1/metadata': ok({ ...metadata, ...own, extensions: [extension] }),
})
