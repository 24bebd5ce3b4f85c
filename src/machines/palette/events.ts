import type { Path } from '../../domain/path.ts'

/** Sent by views. */
export type PaletteEvent =
  | { type: 'palette.open' }
  | { type: 'palette.close' }
  | { type: 'palette.typed'; query: string }
  /** Mark another of the entries that are found. */
  | { type: 'palette.moved'; to: Path }
  /** Opens the entry. */
  | { type: 'palette.chosen'; path: Path }

/** Sent by the keyboard: the key combination that opens and closes the palette. */
export type ShortcutPressed = { type: 'shortcut.pressed' }
