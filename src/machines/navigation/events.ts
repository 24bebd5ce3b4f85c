import type { Path } from '../../domain/path.ts'

/** Reported by the browser's location, at once and after each change; path with query. */
export type LocationChanged = { type: 'location.changed'; path: string }

/** Asks the browser to go somewhere; `replace`: without an entry in its history. */
export type Navigate = { type: 'navigate'; path: Path; replace: boolean }
