/**
 * What ⌘ with a letter means, in keys that mean the same to windows and to terminals: there, Ctrl C
 * would not copy, but end what runs.
 */
const meanings: Readonly<Record<string, readonly [modifier: string, key: string]>> = {
  c: ['Control', 'Insert'],
  v: ['Shift', 'Insert'],
  x: ['Shift', 'Delete'],
  a: ['Control', 'a'],
}

/** By the same sign noVNC takes ⌘ for Alt there. */
const isMac = () => /mac/i.test(navigator.platform)

/**
 * The ⌘ key of a Mac: with the letters of the clipboard it does what people expect, with all else it
 * is noVNC's. It is held back until one knows: an Alt that comes and goes opens menus.
 */
export function createCommandKey(desktop: {
  /** Passes on what went down or up, and is not held. */
  pass(event: KeyboardEvent): void
  /** Passes on a key that is held until it goes up. */
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
    /** Whether a key that went down is not to be passed on, but pressed here or held back. */
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
    /** Presses what a combination means. */
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
    /** Before a key that was let go is passed on. */
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
