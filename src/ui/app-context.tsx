import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { roundedMinutes } from '../domain/time-left.ts'
import {
  type AppChildren,
  appChildren,
  type LoadedChildren,
  type PageChildren,
  pageChildren,
  type SignedInChildren,
  signedInChildren,
} from '../machines/app/children.ts'
import type { AppRef } from '../machines/app/machine.ts'
import { type ClockRef, serverNow } from '../machines/clock/machine.ts'
import { tickTime } from '../machines/clock/selectors.ts'
import { loadedRef } from '../machines/on-demand.ts'

const AppContext = createContext<AppRef | null>(null)

export function AppProvider({ app, children }: { app: AppRef; children: ReactNode }) {
  return <AppContext value={app}>{children}</AppContext>
}

/** The root actor. */
export function useApp(): AppRef {
  const app = use(AppContext)
  if (!app) throw new Error('This view is used outside AppProvider.')
  return app
}

/** The actors that live in every state, also on an unconfigured page. */
export function usePageChildren(): PageChildren {
  return pageChildren(useApp().getSnapshot())
}

/** The actors that live from the boot on. */
export function useAppChildren(): AppChildren {
  return appChildren(useApp().getSnapshot())
}

/** The actors of a signed-in user, for views that only signed-in users see. */
export function useSignedIn(): SignedInChildren {
  const app = useApp()
  // Each session has new actors. By selecting one of them, the view renders again when they change.
  useSelector(app, snapshot => snapshot.children.dialogs)
  const children = signedInChildren(app.getSnapshot())
  if (!children) throw new Error('This view is for signed-in users.')
  return children
}

/** An actor with its machine, for views that are shown only when that is loaded. */
export function useLoaded<N extends keyof LoadedChildren>(name: N): LoadedChildren[N] {
  const ref = loadedRef(useSignedIn()[name])
  if (!ref) throw new Error(`The machine '${name}' is not loaded.`)
  return ref as LoadedChildren[N]
}

/** Server time in milliseconds since the epoch; renders once a second. */
export function useServerTime(): number {
  const { clock } = useAppChildren()
  return useStore(
    listener => watch(clock, listener),
    () => tickTime(clock.getSnapshot()),
  )
}

/** Whole minutes of server time until `time`, rounded up. Renders on each change. Null without a time. */
export const useMinutesLeft = (time: string | null) => useMinutes(time, minutes => minutes)

/** As `useMinutesLeft`; of a time that is far, whole hours, so that fewer changes render. */
export const useRoundedMinutesLeft = (time: string | null) => useMinutes(time, roundedMinutes)

function useMinutes(time: string | null, shown: (minutes: number) => number): number | null {
  const { clock } = useAppChildren()
  return useStore(
    listener => watch(clock, listener),
    () => (time === null ? null : shown(Math.ceil((Date.parse(time) - serverNow(clock)) / 60_000))),
  )
}

/**
 * Whole seconds until `time` (server time in milliseconds), rounded up, at least 1. Renders once a
 * second. Null without a time.
 */
export function useSecondsLeft(time: number | null): number | null {
  const { clock } = useAppChildren()
  return useStore(
    listener => (time === null ? nothingToWatch : watch(clock, listener)),
    () =>
      time === null ? null : Math.max(1, Math.ceil((time - tickTime(clock.getSnapshot())) / 1000)),
  )
}

/** Also where there is no browser: the platform draws pages. */
const useStore = <T,>(subscribe: Parameters<typeof useSyncExternalStore>[0], read: () => T) =>
  useSyncExternalStore(subscribe, read, read)

const nothingToWatch = () => {}

/** The clock ticks only while it is watched. */
function watch(clock: ClockRef, listener: () => void): () => void {
  clock.send({ type: 'clock.watched' })
  const subscription = clock.subscribe(listener)
  return () => {
    subscription.unsubscribe()
    clock.send({ type: 'clock.unwatched' })
  }
}
