import { i18n } from '@lingui/core'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'
import { CallError } from '../../src/api/client/call-error.ts'
import type { CallOptions, Client } from '../../src/api/client/client.ts'
import type { Effects } from '../../src/api/client/effects.ts'
import type { AnswerOf, CallName } from '../../src/api/contract.ts'
import type { SessionActors } from '../../src/api/sign-in/session-actors.ts'
import type { Answer, RefusalCode } from '../../src/domain/answer.ts'
import type { Language } from '../../src/domain/languages.ts'
import type { ChallengePageRef } from '../../src/machines/app/children.ts'
import { challengePage } from '../../src/machines/app/children.ts'
import type { LocationChanged, Navigate } from '../../src/machines/navigation/events.ts'
import type { NotificationChoice, NotifyOf } from '../../src/machines/reminder/events.ts'
import type { Session } from '../../src/machines/session/session.ts'
import type { DraftChanged, DraftLoaded } from '../../src/machines/submission/events.ts'
import { wire } from '../../src/wiring/app.ts'
import type { Device } from '../../src/wiring/device.ts'
import { detail, notRunning, score, statsOf } from './challenge.ts'
import { done, never, quietDevice } from './fakes/quiet-device.ts'
import { loadParts, withMachine } from './parts.ts'
import { START } from './time.ts'

await loadParts()

type Body<N extends CallName> = AnswerOf<N> | Answer<AnswerOf<N>, RefusalCode>

/** The server's answer to each call: data, an answer, a promise that the test settles, or an error. */
export type Server = { [N in CallName]?: Body<N> | Promise<Body<N>> | Error }

/** An event in play at START, without teams. */
export const metadata = {
  ctfStart: '2026-05-01T08:00:00.000Z',
  ctfEnd: '2026-05-03T08:00:00.000Z',
  ctfPostPlayEnd: '2026-05-04T08:00:00.000Z',
  flagPrefix: 'GUIDON',
  teamModeEnabled: false,
}

const usual: Server = {
  getMetadata: metadata,
  getUser: {
    id: 'u1',
    username: 'alice',
    externalId: 'x1',
    displayName: 'Alice',
    vpn: { connected: true, ipv4Address: '10.0.0.9' },
  },
  getStats: statsOf(),
  listCategories: [{ slug: 'web', name: 'Web', description: '', order: 1 }],
  listChallenges: [
    { categorySlug: 'web', slug: 'login', name: 'Login', order: 1, difficulty: 'easy' },
    { categorySlug: 'web', slug: 'shop', name: 'Shop of Horrors', order: 2, difficulty: 'hard' },
  ],
  getChallenge: detail,
  getScore: score,
  getInstance: notRunning,
  getFlugzeugEnabled: { enabled: false },
  startInstance: undefined,
  stopInstance: undefined,
  extendInstance: undefined,
  solveChallenge: { status: 2 },
}

const noAnswer = new Promise<never>(() => {})
const isAnswer = (value: unknown): value is Answer<unknown, RefusalCode> =>
  typeof value === 'object' && value !== null && 'ok' in value

const notificationsOf = (event: NotifyOf) =>
  event.type === 'notify.stops'
    ? event.names
    : event.announcements.map(({ title }) => title.en ?? '')

interface Called {
  readonly name: CallName
  readonly params: unknown
  readonly body: unknown
}

interface FakeAppOptions {
  readonly server?: Server
  readonly path?: string
  /** Whether nobody is signed in. */
  readonly isSignedOut?: boolean
  /** The token of an invitation that the page begins with. */
  readonly invitation?: string
  /** The token of a team mate's desktop that the page begins with. */
  readonly view?: string
  readonly locale?: Language
  readonly device?: Partial<Device>
  readonly accountUrl?: string
  readonly diagnostics?: () => Promise<string>
  /** In place of `server`: the real client, with the test's own server. */
  readonly effects?: (now: () => number) => Effects
}

/** The whole app on its real machines and wiring, with a server whose answers the test sets. */
export function createFakeApp(options: FakeAppOptions = {}) {
  const server: Server = { ...usual, ...options.server }
  const calls: Called[] = []
  const clock = new SimulatedClock()
  const now = () => START + clock.now()
  const client = (async (
    name: CallName,
    { params, body, expect = [] }: CallOptions<CallName, RefusalCode> = {},
  ) => {
    calls.push({ name, params, body })
    const said = await (name in server ? server[name] : noAnswer)
    if (said instanceof Error) throw said
    if (!isAnswer(said)) return { ok: true, data: said, retried: false }
    // Like the real client: it throws a refusal that the caller does not expect.
    if (!said.ok && !expect.includes(said.code)) throw new CallError(name, said.code, 'No.')
    return said
  }) as Client
  const effects: Effects = options.effects?.(now) ?? {
    resolve: url => url,
    clientIn: () => client,
    read: run => fromPromise(({ input, signal }) => run(client, signal, input)),
    stream: () => fromCallback(() => {}),
  }
  const session: SessionActors = {
    sharedSession: fromCallback(() => {}),
    restore: fromPromise<Session | null>(async () =>
      options.isSignedOut ? null : { accessToken: 't', expiresAt: START + 1e9 },
    ),
    startSignIn: never(),
    finishSignIn: never(),
    renew: never(),
    forget: never(),
    signOut: never(),
    reportSignInError: never(),
  }
  const drafts = new Map<string, string>()
  const device: Device = {
    ...quietDevice,
    navigation: fromCallback<Navigate>(({ sendBack, receive }) => {
      listener = sendBack
      receive(({ path }) => listener({ type: 'location.changed', path }))
    }),
    findNewerBuild: fromPromise<string | null>(async () => null),
    reloadFor: done(),
    shortcut: fromCallback<never>(({ sendBack }) => {
      pressShortcut = () => sendBack({ type: 'shortcut.pressed' } as never)
    }) as never,
    viewStore: fromCallback(({ sendBack }) => {
      if (options.view) sendBack({ type: 'view.opened', token: options.view })
    }) as never,
    invitationStore: fromCallback(({ sendBack }) => {
      if (options.invitation) sendBack({ type: 'invitation.opened', token: options.invitation })
    }) as never,
    draftStore: fromCallback<DraftChanged, { challengeSlug: string }>(
      ({ input, sendBack, receive }) => {
        const loaded: DraftLoaded = {
          type: 'draft.loaded',
          draft: drafts.get(input.challengeSlug) ?? '',
        }
        sendBack(loaded)
        receive(event => drafts.set(input.challengeSlug, event.draft))
      },
    ) as never,
    activateLocale: fromPromise(async ({ input }) => {
      if (i18n.locale !== input.locale) i18n.loadAndActivate({ locale: input.locale, messages: {} })
    }),
    notifications: {
      readNotificationChoice: fromPromise<NotificationChoice>(async () => 'off'),
      allowNotifications: fromPromise<NotificationChoice>(async () => 'on'),
      forbidNotifications: done(),
      notifier: fromCallback<NotifyOf>(({ receive }) =>
        receive(event => notified.push(...notificationsOf(event))),
      ),
    },
    writeClipboard: fromPromise(async ({ input }) => {
      copied.push(input.text)
    }),
    ...options.device,
  }
  let pressShortcut = () => {}
  let listener: (event: LocationChanged) => void = () => {}
  const copied: string[] = []
  const notified: string[] = []
  const reported: unknown[] = []
  const app = createActor(
    wire({ effects, session, device, report: error => reported.push(error) }),
    {
      clock,
      input: {
        missingKeys: [],
        path: options.path ?? '/challenge/web/login',
        now,
        random: () => 0.5,
        signInFailures: 0,
        ...(options.accountUrl && { accountUrl: options.accountUrl }),
        ...(options.diagnostics && { diagnostics: options.diagnostics }),
        locale: { stored: options.locale ?? 'en', browser: [] },
        scheme: { stored: null },
      },
    },
  ).start()
  return {
    app,
    server,
    calls,
    drafts,
    copied,
    notified,
    reported,
    pass: (milliseconds: number) => clock.increment(milliseconds),
    go: (path: string) => listener({ type: 'location.changed', path }),
    page(): ChallengePageRef {
      const challenge = { categorySlug: 'web', challengeSlug: 'login' }
      const page = challengePage(app.getSnapshot(), challenge)
      if (!page) throw new Error('The page is not open.')
      return withMachine(page)
    },
    pressShortcut: () => pressShortcut(),
    countOf: (name: CallName) => calls.filter(call => call.name === name).length,
  }
}
