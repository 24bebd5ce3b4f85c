import type { AnyActorRef } from 'xstate'

/** Nobody asks a page for diagnostics while it is loaded: milliseconds. */
const QUIET = 3_000

/**
 * Keeps the last events of all actors, as soon as the file that does it is loaded: 3 s after the start, when
 * somebody asks for them, or after a load that failed, with a longer pause each time.
 *
 * @returns what writes them as a trace. It rejects while the file cannot be loaded
 */
export function keepEvents(
  app: AnyActorRef,
  load = () => import('./keep.ts'),
): () => Promise<string> {
  let kept: Promise<() => string> | undefined
  const keepNow = () => {
    kept ??= load().then(({ keep }) => keep(app))
    kept.catch(() => {
      kept = undefined
    })
    return kept
  }
  const keepAfter = (pause: number): unknown =>
    setTimeout(() => keepNow().catch(() => keepAfter(pause * 2)), pause)
  keepAfter(QUIET)
  return () => keepNow().then(read => read())
}
