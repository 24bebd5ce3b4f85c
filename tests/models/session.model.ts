import { sessionMachine } from '../../src/machines/session/machine.ts'
import { START } from '../support/time.ts'
import { sessionBehaviour } from './behaviours/session.ts'
import { defineModel } from './harness.ts'

const HOUR = 3_600_000
const fresh = { accessToken: 'token', expiresAt: START + HOUR }

export const sessionModel = defineModel<typeof sessionMachine>({
  machine: sessionMachine,
  inputs: [
    ({ now }) => ({ path: '/scoreboard', redirectPath: '/auth/redirect', failures: 0, now }),
    ({ now }) => ({ path: '/', redirectPath: '/auth/redirect', failures: 0, now }),
    ({ now }) => ({
      path: '/auth/redirect?code=1',
      redirectPath: '/auth/redirect',
      failures: 1,
      now,
    }),
  ],
  events: {
    'session.signIn': [{ type: 'session.signIn' }],
    'session.signOut': [{ type: 'session.signOut' }],
    'session.retry': [{ type: 'session.retry' }],
    'session.rejected': [
      { type: 'session.rejected', accessToken: 'token', again: false },
      { type: 'session.rejected', accessToken: 'token', again: true },
      { type: 'session.rejected', accessToken: 'older', again: false },
    ],
    'session.shared': {
      from: 'sharedSession',
      events: [{ type: 'session.shared', session: fresh }],
    },
    'session.ending': { from: 'sharedSession', events: [{ type: 'session.ending' }] },
    'location.changed': [
      { type: 'location.changed', path: '/my-team' },
      { type: 'location.changed', path: '/auth/redirect' },
    ],
  },
  actors: {
    sharedSession: 'callback',
    findExtension: { done: [true, false] },
    restore: { done: [null, fresh, { accessToken: 'token', expiresAt: START + 5 * 60_000 }] },
    startSignIn: { done: [undefined] },
    finishSignIn: {
      done: [
        { session: fresh, returnTo: '/my-team' },
        { session: fresh, returnTo: '//evil.example/' },
      ],
    },
    renew: {
      done: [
        { ok: true, session: { accessToken: 'token', expiresAt: START + 24 * HOUR } },
        { ok: false, code: 'invalidGrant' },
        { ok: false, code: 'failed' },
      ],
    },
    forget: { done: [undefined] },
    signOut: { done: [undefined] },
    reportSignInError: { done: [undefined] },
  },
  jumps: [HOUR],
  begins: ['on the scoreboard', 'at home', 'back from the sign-in'],
  names: {
    'session.rejected': ['token rejected', 'renewed token rejected', 'older token rejected'],
    'location.changed': ['own team opened', 'sign-in page opened'],
    findExtension: ['page is public', 'page is not public'],
    finishSignIn: ['signed in', 'signed in, path of another site'],
    restore: ['no session', 'session found', 'short session found'],
    renew: ['renewed', 'grant is gone', 'renewal refused'],
  },
  walkLength: 4,
  behaviour: sessionBehaviour,
  key: ({ context }, { now }) => context.renewAt <= now(),
})
