import { vi } from 'vitest'

/** Waits until `look` does not throw: for long, since a host may be busy, where Vitest waits for one second. */
export const eventually = <T>(look: () => T | Promise<T>, interval = 50): Promise<T> =>
  vi.waitFor(look, { timeout: 60_000, interval })
