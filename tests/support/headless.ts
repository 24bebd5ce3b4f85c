import {
  createActor,
  fromCallback,
  fromPromise,
  type InspectionEvent,
  type NonReducibleUnknown,
  type Observer,
} from 'xstate'
import { createEffects } from '../../src/api/client/effects.ts'
import type { AppConfig } from '../../src/api/config.ts'
import type { SessionActors } from '../../src/api/sign-in/session-actors.ts'
import type { Path } from '../../src/domain/path.ts'
import type { AppRef } from '../../src/machines/app/machine.ts'
import type { LocationChanged, Navigate } from '../../src/machines/navigation/events.ts'
import type { NoticeChoice } from '../../src/machines/reminder/events.ts'
import type { Session } from '../../src/machines/session/session.ts'
import type { SidebarPreferences } from '../../src/machines/sidebar/machine.ts'
import { wire } from '../../src/wiring/app.ts'
import type { Device } from '../../src/wiring/device.ts'

function never<Output, Input extends NonReducibleUnknown = NonReducibleUnknown>() {
  return fromPromise<Output, Input>(() => new Promise(() => {}))
}

function done<Input extends NonReducibleUnknown>() {
  return fromPromise<void, Input>(async () => {})
}

/** The app's machines, wired to a real backend, in a world without a browser. */
export function startHeadlessApp(options: {
  readonly origin: string
  readonly fetch: typeof fetch
  readonly token: string
  /** Hears what all actors do. */
  readonly inspect?: Observer<InspectionEvent>
}): { app: AppRef; visit(path: Path): void } {
  let report: (event: LocationChanged) => void = () => {}
  const visit = (path: Path) => report({ type: 'location.changed', path })
  const device: Device = {
    navigation: fromCallback<Navigate>(({ sendBack, receive }) => {
      report = sendBack
      receive(({ path }) => visit(path))
    }),
    visibility: fromCallback(() => {}),
    liveTabs: fromCallback(() => {}),
    partFailures: fromCallback(() => {}),
    findNewerBuild: never(),
    reloadFor: never(),
    shortcut: fromCallback(() => {}),
    notifications: {
      readNoticeChoice: fromPromise<NoticeChoice>(async () => 'unsupported'),
      allowNotices: never(),
      forbidNotices: done(),
      notifier: fromCallback(() => {}),
    },
    keepDraft: fromCallback(() => {}),
    keepDrafts: fromCallback(() => {}),
    keepMarks: fromCallback(() => {}),
    invitations: fromCallback(() => {}),
    desktopFrame: fromCallback(() => {}),
    activateLocale: done(),
    applyScheme: done(),
    writeClipboard: done(),
    saveConfig: done(),
    restorePreferences: fromPromise<SidebarPreferences | null>(async () => null),
    storePreferences: done(),
  }
  const session: SessionActors = {
    restore: fromPromise<Session | null>(async () => ({
      accessToken: options.token,
      expiresAt: Date.now() + 3_600_000,
    })),
    startSignIn: never(),
    finishSignIn: never(),
    renew: never(),
    sharedSession: fromCallback(() => {}),
    forget: done(),
    signOut: never(),
    reportSignInError: done(),
  }
  const config: AppConfig = {
    apiBaseUrl: options.origin,
    oidcIssuerUrl: `${options.origin}/oidc`,
    oidcClientId: 'guidon',
    sentryDsn: '',
    oidcScope: 'openid',
    idempotencyKeys: true,
    accountUrl: '',
    event: null,
  }
  const effects = createEffects(config, { now: Date.now, fetch: options.fetch })
  const app = createActor(
    wire({ effects, session, device, report: error => console.error(error) }),
    {
      ...(options.inspect && { inspect: options.inspect }),
      input: {
        missingKeys: [],
        path: '/',
        now: Date.now,
        random: Math.random,
        signInFailures: 0,
        locale: { stored: 'en', browser: [] },
        scheme: { stored: null },
      },
    },
  ).start()
  return { app, visit }
}
