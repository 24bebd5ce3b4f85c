import { lazyPart } from './lazy-part.ts'

/**
 * The parts of the app that are loaded on demand: machines with their effects, by the name of their actor. From this
 * file, the build reads which file a part begins with (`scripts/build/early.ts`).
 */
export const parts = {
  home: lazyPart(() => import('./home.ts')),
  membership: lazyPart(() => import('./membership.ts')),
  invitation: lazyPart(() => import('./invitation.ts')),
  flugzeug: lazyPart(() => import('./flugzeug.ts')),
  challenge: lazyPart(() => import('./challenge.ts')),
  vpn: lazyPart(() => import('./vpn.ts')),
  // These run behind every page. They come in one file.
  announcements: lazyPart(() => import('./background.ts')),
  live: lazyPart(() => import('./background.ts')),
  reminder: lazyPart(() => import('./background.ts')),
}
