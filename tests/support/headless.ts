import {
  type ActorOptions,
  type AnyActorLogic,
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
import type { RenewalAnswer, Session } from '../../src/machines/session/session.ts'
import { wire } from '../../src/wiring/app.ts'
import type { Device } from '../../src/wiring/device.ts'
import { done, never, quietDevice } from './fakes/quiet-device.ts'

/** The app's machines, wired to a real backend, in a world without a browser. */
export function startHeadlessApp(options: {
  readonly origin: string
  readonly fetch: typeof fetch
  readonly token: string
  /** Gets the inspection events of all actors. */
  readonly inspect?: Observer<InspectionEvent>
  /** Default: the device's time. */
  readonly time?: {
    readonly clock: NonNullable<ActorOptions<AnyActorLogic>['clock']>
    now(): number
  }
  readonly random?: () => number
  /** A new token. Default: the session is never renewed. */
  readonly renew?: () => Promise<string>
  /** Called when the app leaves its page for one of the provider. Default: nothing happens. */
  readonly leave?: () => void
}): { app: AppRef; visit(path: Path): void } {
  const { time, renew, leave = () => {} } = options
  const now = time?.now ?? Date.now
  const sessionOf = (accessToken: string): Session => ({
    accessToken,
    expiresAt: now() + 3_600_000,
  })
  const leaving = <Input extends NonReducibleUnknown>() =>
    fromPromise<void, Input>(() => {
      leave()
      return new Promise(() => {})
    })
  let report: (event: LocationChanged) => void = () => {}
  const visit = (path: Path) => report({ type: 'location.changed', path })
  const device: Device = {
    ...quietDevice,
    navigation: fromCallback<Navigate>(({ sendBack, receive }) => {
      report = sendBack
      receive(({ path }) => visit(path))
    }),
  }
  const session: SessionActors = {
    restore: fromPromise<Session | null>(async () => sessionOf(options.token)),
    startSignIn: leaving(),
    finishSignIn: never(),
    renew: renew
      ? fromPromise<RenewalAnswer>(async () => ({ ok: true, session: sessionOf(await renew()) }))
      : never(),
    sharedSession: fromCallback(() => {}),
    forget: done(),
    signOut: leaving(),
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
  const effects = createEffects(config, { now, fetch: options.fetch })
  const app = createActor(
    wire({ effects, session, device, report: error => console.error(error) }),
    {
      ...(time && { clock: time.clock }),
      ...(options.inspect && { inspect: options.inspect }),
      input: {
        missingKeys: [],
        path: '/',
        now,
        random: options.random ?? Math.random,
        signInFailures: 0,
        locale: { stored: 'en', browser: [] },
        scheme: { stored: null },
      },
    },
  ).start()
  return { app, visit }
}
