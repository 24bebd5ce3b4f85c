import type { Path } from '../../domain/path.ts'

/** Reported by the browser's location, at once and after each change; path with query. */
export type LocationChanged = { type: 'location.changed'; path: string }

/** Sent by a view or the palette: the user chose a link or an entry that leads to a page. */
export type PageChosen = { type: 'page.chosen'; path: Path }

/** Asks the browser to go somewhere; `replace`: without an entry in its history. */
export type Navigate = { type: 'navigate'; path: Path; replace: boolean }
