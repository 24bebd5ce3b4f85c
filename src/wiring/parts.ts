import type { LazyPart } from '../machines/on-demand.ts'

/**
 * The parts of the app that are loaded on demand: machines with their effects, by the name of their actor. From this
 * file, the build reads which file a part begins with (`scripts/build/early.ts`).
 */
export const parts = {
  home: part(() => import('./home.ts')),
  membership: part(() => import('./membership.ts')),
  invitation: part(() => import('./invitation.ts')),
  flugzeug: part(() => import('./flugzeug.ts')),
  challenge: part(() => import('./challenge.ts')),
  vpn: part(() => import('./vpn.ts')),
  // These run behind every page. They come in one file.
  announcements: part(() => import('./background.ts')),
  live: part(() => import('./background.ts')),
  reminder: part(() => import('./background.ts')),
}

/**
 * Simultaneous callers get the same load. Chromium takes several tasks for each `import()`, even for a module that is
 * already there, and meanwhile the page would be drawn without its machine.
 */
function part<T>(load: () => Promise<T>): LazyPart<T> {
  let loaded: T | undefined
  let loading: Promise<T> | undefined
  async function start() {
    try {
      loaded = await load()
      return loaded
    } finally {
      loading = undefined
    }
  }
  return {
    get loaded() {
      return loaded
    },
    async load() {
      if (loaded) return loaded
      loading ??= start()
      return loading
    },
  }
}
