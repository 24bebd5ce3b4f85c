/** Web storage whose methods never throw; oidc-client-ts takes it for its stores, too. */
export type SafeStorage = Pick<
  Storage,
  'length' | 'clear' | 'getItem' | 'key' | 'removeItem' | 'setItem'
> & {
  /** Those of the browser's storage, and those that it refused. */
  keys(): readonly string[]
  /** Whether the browser itself stores this value, so that it outlives the page. */
  keeps(key: string): boolean
}

/**
 * Wraps a storage of the browser, which may be full, forbidden or absent. Values that the browser refuses
 * stay in memory as long as the page, so that they can be read.
 *
 * @param find returns the browser's storage; may throw, as a forbidden `window.localStorage` does
 */
export function createSafeStorage(find: () => Storage): SafeStorage {
  const refused = new Map<string, string>()

  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(find())
    } catch {
      return otherwise
    }
  }
  const stored = (key: string) => attempt(storage => storage.getItem(key), null)
  const remove = (key: string) => attempt(storage => storage.removeItem(key), undefined)
  const keys = () => [
    ...new Set([...attempt<string[]>(storage => Object.keys(storage), []), ...refused.keys()]),
  ]

  return {
    keys,
    get length() {
      return keys().length
    },
    key: index => keys()[index] ?? null,
    getItem: key => refused.get(key) ?? stored(key),
    setItem(key, value) {
      const isKept = attempt(storage => {
        storage.setItem(key, value)
        return true
      }, false)
      if (isKept) refused.delete(key)
      else {
        refused.set(key, value)
        // After a reload, the overwritten value must not come back.
        remove(key)
      }
    },
    removeItem(key) {
      refused.delete(key)
      remove(key)
    },
    clear() {
      refused.clear()
      attempt(storage => storage.clear(), undefined)
    },
    keeps: key => !refused.has(key) && stored(key) !== null,
  }
}

/** Kept as long as the tab. */
export const tabStorage = createSafeStorage(() => sessionStorage)

/** Kept, and shared by all tabs of this browser. */
export const browserStorage = createSafeStorage(() => localStorage)
