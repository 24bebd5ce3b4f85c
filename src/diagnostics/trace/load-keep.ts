import type { AnyActorRef } from 'xstate'

/** The milliseconds before the file is loaded: nobody needs diagnostics while the page loads. */
const LOAD_DELAY = 3_000

/**
 * Keeps the last events of all actors, as soon as the file that does it is loaded. That happens 3 s after the start, or
 * when somebody asks for them. A load that fails is repeated, after a longer delay each time.
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
  const keepAfter = (delay: number): unknown =>
    setTimeout(() => keepNow().catch(() => keepAfter(delay * 2)), delay)
  keepAfter(LOAD_DELAY)
  return () => keepNow().then(read => read())
}
