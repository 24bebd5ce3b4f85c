import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AnyEventObject,
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  type NonReducibleUnknown,
  type Observer,
} from 'xstate'
import type { Flugzeug, Team } from '../../src/api/contract.ts'
import { redact } from '../../src/diagnostics/redact.ts'
import { createFormatter } from '../../src/diagnostics/trace/format.ts'
import { Recorder } from '../../src/diagnostics/trace/recorder.ts'
import type { Answer } from '../../src/domain/answer.ts'
import { unknownFacts } from '../../src/domain/facts.ts'
import { copyMachine } from '../../src/machines/copy/machine.ts'
import { desktopViewMachine } from '../../src/machines/desktop-view/machine.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../../src/machines/flugzeug/setup.ts'
import { homeMachine } from '../../src/machines/home/machine.ts'
import type { ResourceSubject } from '../../src/machines/resource/machine.ts'
import { createResource } from '../../src/machines/resource/machine.ts'
import type { SessionShared } from '../../src/machines/session/events.ts'
import { sessionMachine } from '../../src/machines/session/machine.ts'
import type { Session } from '../../src/machines/session/session.ts'
import { submissionMachine } from '../../src/machines/submission/machine.ts'
import { type VpnRefusal, vpnMachine } from '../../src/machines/vpn/machine.ts'
import { challenge, playing } from '../support/challenge.ts'
import { createClockActor, createTime, START, settled } from '../support/time.ts'

const JWT = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl-_'
const WIREGUARD_KEY = 'yAnz5TF+lXXJte14tji3zlMNq+hd2rYUIgJBgB3fBmk='
const FLAG = 'GUIDON{warm-up::cHJvb2Y}'
const R = '[redacted]'
/** What a trace has in place of a text. */
const NAME = expect.stringMatching(/^~\d+$/)

function never<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>() {
  return fromPromise<Output, Input>(() => new Promise(() => {}))
}
const deaf = fromCallback<AnyEventObject>(() => {})

/** Runs a part of the app while a recorder watches it, and returns what leaves it. */
async function watch(run: (inspect: Observer<InspectionEvent>) => void) {
  const recorder = new Recorder(1_000)
  run(recorder)
  // Waits until the answers are recorded, too.
  for (let turn = 0; turn < 3; turn++) await settled()
  const entries = recorder.after(0).map(createFormatter().full)
  const types = entries.map(({ type }) => type)
  const last = Object.assign(
    {},
    ...entries.filter(({ actor }) => !actor.includes('/')).map(({ changed }) => changed),
  )
  const ofType = (type: string) => entries.filter(one => one.type === type).map(one => one.event)
  return { types, text: JSON.stringify(entries), last, ofType }
}

describe('a trace has', () => {
  test('that there is a session, and not its token', async () => {
    const { now, clock } = createTime()
    const { text, last, ofType } = await watch(inspect => {
      const restore = fromPromise<Session | null>(async () => ({
        accessToken: JWT,
        expiresAt: START + 3_600_000,
      }))
      const sharedSession = fromCallback<SessionShared>(() => {})
      const session = createActor(
        sessionMachine.provide({ actors: { restore, renew: never(), sharedSession } }),
        {
          clock,
          inspect,
          input: { path: '/auth/x?code=c0de&state=5tate', redirectPath: '/auth', failures: 0, now },
        },
      ).start()
      session.send({ type: 'session.rejected', accessToken: 'an-opaque-one', again: false })
    })
    expect(last).toMatchObject({
      path: expect.stringMatching(/^\/auth\/~\d+\?~\d+$/),
      redirectPath: '/auth',
      session: { accessToken: NAME, expiresAt: START + 3_600_000 },
      renewAt: START + 3_540_000,
      returnTo: '/',
      failure: null,
    })
    expect(ofType('session.rejected').at(0)).toEqual({
      type: 'session.rejected',
      accessToken: NAME,
      again: false,
    })
    expectNone(text, JWT, 'an-opaque-one', 'c0de', '5tate')
  })

  test('that a flag is typed and submitted, and not which', async () => {
    const time = createTime()
    const { text, ofType } = await watch(inspect => {
      const submission = createActor(
        submissionMachine.provide({ actors: { draftStore: deaf as never, submitFlag: never() } }),
        {
          clock: time.clock,
          inspect,
          input: {
            challenge,
            clock: createClockActor(time),
            facts: playing,
            parent: createActor(deaf).start(),
          },
        },
      ).start()
      submission.send({ type: 'draft.loaded', draft: 'half a fl' })
      submission.send({ type: 'flag.typed', draft: 'no-form-at-all' })
      submission.send({ type: 'flag.typed', draft: FLAG })
      submission.send({ type: 'flag.submit' })
    })
    expect(ofType('flag.typed').at(0)).toEqual({ type: 'flag.typed', draft: NAME })
    expect(ofType('xstate.init').at(-1)).toMatchObject({
      input: { flag: NAME, solvedFlags: null },
    })
    expectNone(text, 'half a fl', 'no-form-at-all', FLAG, 'cHJvb2Y')
  })

  test('that something is typed on the home page, and not what', async () => {
    const { text, last } = await watch(inspect => {
      const home = createActor(
        homeMachine.provide({
          actors: {
            joinTeam: never(),
            listScoreGroups: never(),
            homeDraftStore: deaf as never,
          },
        }),
        {
          inspect,
          input: { clock: createClockActor(createTime()), parent: createActor(deaf).start() },
        },
      ).start()
      const facts = { ...unknownFacts, isReady: true, teamMode: true, phase: 'running' } as const
      home.send({ type: 'facts.changed', facts })
      home.send({ type: 'teamName.typed', teamName: 'The Guidons' })
      home.send({ type: 'password.typed', password: 'hunter2' })
      home.send({ type: 'token.typed', token: 'j01n-us' })
      home.send({ type: 'team.join' })
    })
    expect(last).toMatchObject({
      drafts: { token: NAME, teamName: NAME, scoreGroup: null, password: '' },
    })
    expectNone(text, 'hunter2', 'j01n-us', 'The Guidons')
  })

  test('that the VPN has a configuration, and not its keys', async () => {
    const config = `[Interface]\nPrivateKey = ${WIREGUARD_KEY}\n[Peer]\nPresharedKey = short`
    const { text, last } = await watch(inspect => {
      const fetchConfig = fromPromise<Answer<string, VpnRefusal>>(async () => ({
        ok: true,
        data: config,
        retried: false,
      }))
      const vpn = createActor(
        vpnMachine.provide({ actors: { fetchConfig, saveConfig: never() } }),
        {
          inspect,
        },
      ).start()
      vpn.send({ type: 'vpn.download' })
    })
    expect(last).toEqual({ config: NAME, refusal: null, failure: null })
    expectNone(text, WIREGUARD_KEY, 'short')
  })

  test('where the desktop is, and not the ticket that opens it', async () => {
    const time = createTime()
    const { text, last } = await watch(inspect => {
      const url = 'https://desktop.example/a/#ticket=t1cket'
      const fetch = fromPromise<Flugzeug | null, ResourceSubject | undefined>(async () => ({
        status: 'running',
        stopTimestamp: null,
        url,
      }))
      const flugzeug = createActor(
        flugzeugMachine.provide({
          actors: {
            remoteDesktop: remoteDesktopResource.provide({
              actors: { fetch, visibility: deaf as never },
            }),
            desktopFrame: deaf as never,
            desktopView: desktopViewMachine.provide({ actors: { viewStore: deaf as never } }),
          },
        }),
        {
          clock: time.clock,
          inspect,
          input: { clock: createClockActor(time), random: () => 0.5 },
        },
      ).start()
      flugzeug.send({ type: 'page.entered' })
      const facts = { ...unknownFacts, isReady: true, hasTeam: true, flugzeugEnabled: true }
      flugzeug.send({
        type: 'facts.changed',
        facts: { ...facts, phase: 'running', hasScoreGroup: true },
      })
    })
    expect(last).toMatchObject({
      reading: {
        data: { status: 'running', url: expect.stringMatching(/^https:\/\/~\d+#~\d+$/) },
      },
    })
    expectNone(text, 't1cket', 'desktop.example')
  })

  test('who is in the team, and not the token to join it', async () => {
    const time = createTime()
    const team: Team = { id: 't', name: 'T', joinToken: 'j01n-us', maxSize: 2, members: [] }
    const { text, last } = await watch(inspect => {
      createActor(
        createResource<Team>('team').provide({
          actors: { fetch: fromPromise(async () => team), visibility: deaf as never },
        }),
        {
          clock: time.clock,
          inspect,
          input: {
            clock: createClockActor(time),
            interval: 1000,
            startsActive: true,
            random: () => 0,
          },
        },
      ).start()
    })
    expect(last).toMatchObject({ data: { name: NAME, joinToken: NAME, maxSize: 2, members: [] } })
    expectNone(text, 'j01n-us')
  })

  test('that a text is copied, and not which', async () => {
    const { text, ofType } = await watch(inspect => {
      createActor(copyMachine.provide({ actors: { writeClipboard: never() } }), { inspect })
        .start()
        .send({ type: 'copy.requested', id: 'joinToken', text: 'j01n-us' })
    })
    expect(ofType('copy.requested').at(0)).toEqual({
      type: 'copy.requested',
      id: NAME,
      text: NAME,
    })
    expectNone(text, 'j01n-us')
  })
})

test('redacted data is plain, whatever it was made from', () => {
  class Socket {}
  const circle: Record<string, unknown> = { name: 'circle' }
  circle.self = circle
  const value = {
    circle,
    error: new Error(`The server said: ${JWT}`, { cause: new TypeError('password: hunter2') }),
    map: new Map([['access_token', 'secret']]),
    set: new Set([1, FLAG]),
    socket: new Socket(),
    call: function call() {},
    absent: { token: null, password: '', isTokenEmpty: true, draft: undefined },
    flagPrefix: 'GUIDON',
    solvedFlags: 3,
    [FLAG]: 1,
  }
  expect(redact(value)).toEqual({
    circle: { name: 'circle', self: '[circular]' },
    error: {
      name: 'Error',
      message: `The server said: ${R}`,
      cause: { name: 'TypeError', message: `password: ${R}`, cause: undefined },
    },
    map: { access_token: R },
    set: [1, R],
    socket: '[Socket]',
    call: '[function call]',
    absent: { token: null, password: '', isTokenEmpty: true, draft: undefined },
    flagPrefix: 'GUIDON',
    solvedFlags: 3,
    [R]: 1,
  })
})

test.each([
  'pw=hunter2',
  'the pass: hunter2',
  'otp = 123456',
  'PASSWD=hunter2',
  'Passwort: hunter2',
  'passphrase: correct horse',
  'api-key: k3y',
  'flag: without-braces',
  'cookie: sid=abc',
  'authorization: Basic YWxpY2U6aHVudGVyMg==',
  'it sent Basic YWxpY2U6aHVudGVyMg==',
  'it sent Bearer horse',
  'no answer from https://alice:hunter2@api.example/v1',
  'answered with code=c0de',
  'password:\nhunter2',
  `an opaque ${'0123456789abcdef'.repeat(2)}`,
  `an opaque ${'aB3-'.repeat(10)}`,
])('a secret in a text is cut out: %j', text => {
  const secret =
    /hunter2|123456|horse|k3y|without-braces|abc$|YWxpY2U6aHVudGVyMg|c0de|(?:0123456789abcdef){2}|(?:aB3-){10}/
  expect(text).toMatch(secret)
  expect(redact(text)).not.toMatch(secret)
})

test.each(['pw', 'pass', 'passphrase', 'otp', 'pin', 'sid', 'refresh', 'access', 'api_key'])(
  'what is named %s is a secret',
  name => {
    expect(redact({ [name]: 'opaque' })).toEqual({ [name]: R })
  },
)

test('the words of an error are kept', () => {
  expect(redact({ [`map of ${JWT}`]: 1 })).toEqual({ [`map of ${R}`]: 1 })
  const texts = ['exit code: 3', 'Basic cryptography', 'c0a80101-7b1e-4c7e-9a35-0242ac120002']
  expect(redact(texts)).toEqual(texts)
  expect(redact({ code: 'TEAM_FULL', session: { expiresAt: 1 } })).toEqual({
    code: 'TEAM_FULL',
    session: { expiresAt: 1 },
  })
})

const characters = (alphabet: string, minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength, maxLength })
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const base64url = (min: number, max: number) => characters(BASE64URL, min, max)

const shapedSecret = fc.oneof(
  fc
    .tuple(characters('ABCDEFGXYZ_-0', 1, 10), fc.string({ minLength: 6 }))
    .map(([prefix, inside]) => ({ text: `${prefix}{${inside}}`, core: inside })),
  base64url(10, 60).map(part => ({ text: `eyJ${part}.eyJ${part}.${part}`, core: part })),
  fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map(bytes => Buffer.from(bytes).toString('base64'))
    .map(text => ({ text, core: text })),
)
const namedSecret = fc.record({
  name: fc.constantFrom(
    ...['accessToken', 'access_token', 'refresh_token', 'token', 'joinToken', 'password', 'draft'],
    ...['flag', 'config', 'ticket', 'privateKey', 'Authorization', 'clipboard', 'text'],
  ),
  value: fc.oneof(
    fc.string({ minLength: 6 }),
    fc.array(fc.string({ minLength: 6 }), { minLength: 1 }),
  ),
})

/** Nests a value at this path. */
const buried = (value: unknown, path: readonly (string | number)[]) =>
  path.reduceRight<unknown>(
    (inner, step) =>
      typeof step === 'string'
        ? { id: 'x', [step]: inner }
        : Array(step).fill(null).concat([inner]),
    value,
  )
const path = fc.array(fc.oneof(fc.constantFrom('data', 'value', 'input', 'error'), fc.nat(2)))
/** Every text in a value, names too. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsOf(inner)])
}

function expectNone(text: string, ...secrets: readonly string[]) {
  expect(secrets.filter(secret => text.includes(secret))).toEqual([])
}

test('a flag, a JSON Web Token or a WireGuard key gets out from nowhere', () => {
  const around = fc.constantFrom('', 'x', ' ', 'is: ', '"', '{', '/', '=')
  fc.assert(
    fc.property(shapedSecret, path, around, around, (secret, steps, a, b) => {
      const text = `${a}${secret.text}${b}`
      for (const value of [text, { [text]: 1 }, new Error(text), new Map([[text, text]])]) {
        const out = redact(buried(value, steps))
        expectNone(textsOf(out).join('\n'), secret.core)
      }
    }),
  )
})

test('a value under the name of a secret never gets out, whatever it looks like', () => {
  fc.assert(
    fc.property(namedSecret, path, path, ({ name, value }, above, below) => {
      const secret = buried(value, below)
      for (const holder of [{ [name]: secret }, new Map([[name, secret]])]) {
        const out = redact(buried(holder, above))
        expectNone(textsOf(out).join('\n'), ...[value].flat())
      }
    }),
  )
})
