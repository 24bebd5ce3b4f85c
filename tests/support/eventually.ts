import { vi } from 'vitest'

/** Waits until `look` does not throw. Vitest would wait one second, which is too short on a busy host. */
export const eventually = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval })
