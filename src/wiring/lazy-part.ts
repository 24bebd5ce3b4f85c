import type { LazyPart } from '../machines/on-demand.ts'

/**
 * Simultaneous callers get the same load. After a failure, the next caller loads again. Chromium takes several tasks for
 * each `import()`, even for a module that is already there, and meanwhile the page would be drawn without its machine.
 */
export function lazyPart<T>(load: () => Promise<T>): LazyPart<T> {
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
