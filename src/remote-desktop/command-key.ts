/**
 * The keys for ⌘ with a letter. They mean the same in windows and in terminals, where Ctrl C would not
 * copy, but end the running program.
 */
const meanings: Readonly<Record<string, readonly [modifier: string, key: string]>> = {
  c: ['Control', 'Insert'],
  v: ['Shift', 'Insert'],
  x: ['Shift', 'Delete'],
  a: ['Control', 'a'],
}

/** noVNC uses the same check to turn ⌘ into Alt. */
const isMac = () => /mac/i.test(navigator.platform)

/**
 * The ⌘ key of a Mac. With the letters above, it presses the keys that the table gives. Otherwise it goes to noVNC.
 * It is delayed until the next key shows which case it is, because Alt alone opens menus.
 */
export function createCommandKey(desktop: {
  /** Passes on a key, pressed or released. */
  pass(event: KeyboardEvent): void
  /** Passes on a key that stays pressed until it is released. */
  hold(event: KeyboardEvent): void
}) {
  let waiting: KeyboardEvent | null = null
  let isUsed = false

  function flush() {
    if (waiting) desktop.hold(waiting)
    waiting = null
  }
  const meaningOf = ({ key, metaKey, ctrlKey, altKey, shiftKey }: KeyboardEvent) =>
    metaKey && !ctrlKey && !altKey && !shiftKey ? meanings[key.toLowerCase()] : undefined

  return {
    /** Whether a pressed key makes the browser paste. */
    pastes: (event: KeyboardEvent) => isMac() && meaningOf(event) === meanings.v,
    /** Whether a pressed key is handled or delayed here, and not passed on. */
    takes(event: KeyboardEvent): boolean {
      if (!isMac()) return false
      if (event.key === 'Meta') {
        if (!event.repeat) [waiting, isUsed] = [event, false]
        return true
      }
      if (waiting && meaningOf(event)) return true
      flush()
      return false
    },
    /** Presses the keys of a combination. */
    press(event: KeyboardEvent) {
      const [modifier, key] = meaningOf(event) ?? []
      if (!modifier || !key) return
      isUsed = true
      const modified = { key: modifier, code: `${modifier}Left`, location: 1, cancelable: true }
      const struck = { key, code: key === 'a' ? 'KeyA' : key, cancelable: true }
      desktop.pass(new KeyboardEvent('keydown', modified))
      desktop.pass(new KeyboardEvent('keydown', struck))
      desktop.pass(new KeyboardEvent('keyup', struck))
      desktop.pass(new KeyboardEvent('keyup', modified))
    },
    /** To be called before a released key is passed on. */
    lift(event: KeyboardEvent) {
      if (event.key !== 'Meta') return
      if (isUsed) waiting = null
      else flush()
    },
    forget() {
      waiting = null
    },
  }
}
