import type { AnyActorRef } from 'xstate'

/**
 * Loads the error reporter, if one is configured. Earlier errors are kept for it. Without a reporter,
 * errors go only to the page's console.
 */
export function startReporting(dsn: string, app: AnyActorRef): void {
  if (dsn.trim() === '') return
  const early: unknown[] = []
  const stop = new AbortController()
  addEventListener('error', event => early.push(event.error), { signal: stop.signal })
  addEventListener('unhandledrejection', event => early.push(event.reason), {
    signal: stop.signal,
  })
  import('./reporter.ts').then(
    ({ startReporter }) => {
      stop.abort()
      const report = startReporter({ dsn: dsn.trim(), app })
      early.forEach(report)
    },
    // A page that cannot report goes on.
    () => stop.abort(),
  )
}
