import { useSelector } from '@xstate/react'
import { createContext, type ReactNode, use } from 'react'
import {
  type AppChildren,
  appChildren,
  type LoadedChildren,
  type PermanentChildren,
  permanentChildren,
  type SignedInChildren,
  signedInChildren,
} from '../machines/app/children.ts'
import type { AppRef } from '../machines/app/machine.ts'
import { loadedRef } from '../machines/on-demand.ts'

const AppRefContext = createContext<AppRef | null>(null)

export function AppProvider({ app, children }: { app: AppRef; children: ReactNode }) {
  return <AppRefContext value={app}>{children}</AppRefContext>
}

/** The root actor. */
export function useApp(): AppRef {
  const app = use(AppRefContext)
  if (!app) throw new Error('This view is used outside AppProvider.')
  return app
}

/** The actors that live in every state, also on an unconfigured page. */
export function usePermanent(): PermanentChildren {
  return permanentChildren(useApp().getSnapshot())
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
