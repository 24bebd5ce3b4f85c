import type { KeyName } from '../machines/desktop/events.ts'

interface Key {
  readonly keysym: number
  /** The value of `KeyboardEvent.code`. */
  readonly code: string
}

const named: Record<Exclude<KeyName, `F${number}`>, Key> = {
  Escape: { keysym: 0xff1b, code: 'Escape' },
  Tab: { keysym: 0xff09, code: 'Tab' },
  Delete: { keysym: 0xffff, code: 'Delete' },
  Control: { keysym: 0xffe3, code: 'ControlLeft' },
  Alt: { keysym: 0xffe9, code: 'AltLeft' },
  AltGr: { keysym: 0xfe03, code: 'AltRight' },
  Super: { keysym: 0xffeb, code: 'MetaLeft' },
  W: { keysym: 0x77, code: 'KeyW' },
  T: { keysym: 0x74, code: 'KeyT' },
  N: { keysym: 0x6e, code: 'KeyN' },
}

export function keyNamed(name: KeyName): Key {
  if (name in named) return named[name as keyof typeof named]
  return { keysym: 0xffbd + Number(name.slice(1)), code: name }
}

const control = new Map([
  ['\n', 0xff0d],
  ['\t', 0xff09],
  ['\b', 0xff08],
])

/** The keysym of a character: the same number for Latin-1, and in X11's range for Unicode for every other character. */
export function keysymOf(char: string): number {
  const point = char.codePointAt(0) ?? 0
  return control.get(char) ?? (point < 0x100 ? point : 0x0100_0000 + point)
}

/**
 * Whether to press Shift for a character, as a person would on the desktop's layout. Otherwise the X
 * server presses it by itself, and turns some of the next letters into capitals.
 */
export const needsShift = (char: string): boolean =>
  char !== char.toLowerCase() || '~!@#$%^&*()_+{}|:"<>?'.includes(char)
