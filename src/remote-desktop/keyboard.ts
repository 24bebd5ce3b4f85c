import { createCommandKey } from './command-key.ts'

interface KeyboardOptions {
  /** Gets focus and key events; an editable one, so that browsers compose text in it. */
  sink: HTMLTextAreaElement
  /** noVNC's canvas, which turns key events into keysyms; absent until there is one. */
  target(): Element | null
  /** Text without keys of its own: from dead keys, input methods, on-screen keyboards. */
  type(text: string): void
  /** The browser's clipboard, when the user pastes. */
  paste(text: string): void
  /** Esc was pressed twice. */
  leave(): void
}

/** Esc twice within this many milliseconds. */
const TWICE = 400
/** The content of the sink, so that an on-screen keyboard has something to delete. */
const filling = '\u00a0\u00a0'

/**
 * Passes key events on to noVNC, and adds what noVNC loses: composed text, and the clipboard of a browser
 * that gives it only when the user pastes. Returns the clean-up.
 */
export function captureKeyboard({ sink, target, type, paste, leave }: KeyboardOptions): () => void {
  const down = new Map<string, KeyboardEvent>()
  let lastEscape = Number.NEGATIVE_INFINITY
  /** Presses the key that pastes, once the text is there. */
  let pasting: (() => void) | null = null
  const listening = new AbortController()
  const reset = () => {
    sink.value = filling
    sink.setSelectionRange(filling.length, filling.length)
  }

  /** False if noVNC handled it. */
  const pass = (event: KeyboardEvent) => target()?.dispatchEvent(copyOf(event)) ?? true
  const finishPaste = () => {
    const press = pasting
    pasting = null
    press?.()
  }
  /** The browser's own paste event comes before the timer: the text goes before the key. */
  function pasteFirst(press: () => void) {
    pasting = press
    setTimeout(finishPaste)
  }
  const hold = (event: KeyboardEvent) => {
    down.set(event.code, event)
    return pass(event)
  }
  const command = createCommandKey({ pass, hold })

  function keyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    finishPaste()
    if (command.takes(event)) {
      if (isV(event)) pasteFirst(() => command.press(event))
      else {
        command.press(event)
        event.preventDefault()
      }
      return
    }
    if (pastes(event)) return pasteFirst(() => hold(event))
    if (!hold(event)) event.preventDefault()
    if (event.key !== 'Escape' || event.repeat) {
      if (event.key.length === 1) lastEscape = Number.NEGATIVE_INFINITY
      return
    }
    const isTwice = event.timeStamp - lastEscape < TWICE
    lastEscape = isTwice ? Number.NEGATIVE_INFINITY : event.timeStamp
    if (isTwice) leave()
  }

  function keyUp(event: KeyboardEvent) {
    finishPaste()
    command.lift(event)
    down.delete(event.code)
    if (!pass(event)) event.preventDefault()
  }

  function releaseAll() {
    command.forget()
    for (const event of down.values()) pass(new KeyboardEvent('keyup', event))
    down.clear()
  }

  function takeText() {
    const { value } = sink
    if (value.length < filling.length) type('\b')
    else if (value.length > filling.length) type(value.replaceAll('\u00a0', ''))
    reset()
  }

  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    hear: (event: HTMLElementEventMap[K]) => void,
  ) => sink.addEventListener(name, hear, { signal: listening.signal })
  on('keydown', keyDown)
  on('keyup', keyUp)
  on('blur', releaseAll)
  on('input', event => {
    if (!('isComposing' in event && event.isComposing)) takeText()
  })
  on('compositionend', takeText)
  on('paste', event => {
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain')
    if (text) paste(text)
  })
  reset()
  return () => {
    releaseAll()
    listening.abort()
  }
}

/** The browser turns this key into text by itself, now or with the next ones. */
const isComposing = ({ isComposing, key, keyCode }: KeyboardEvent) =>
  isComposing || keyCode === 229 || key === 'Dead' || key === 'Process' || key === 'Unidentified'

const isV = ({ key }: KeyboardEvent) => key.toLowerCase() === 'v'
const pastes = (event: KeyboardEvent) =>
  !event.altKey && ((event.ctrlKey && isV(event)) || (event.shiftKey && event.key === 'Insert'))

const modifiers = ['AltGraph', 'CapsLock', 'NumLock', 'ScrollLock', 'Fn', 'Hyper', 'Super'] as const

function copyOf(event: KeyboardEvent): KeyboardEvent {
  const states = modifiers.map(name => [`modifier${name}`, event.getModifierState(name)])
  return new KeyboardEvent(event.type, {
    ...{ key: event.key, code: event.code, location: event.location, repeat: event.repeat },
    ...{ ctrlKey: event.ctrlKey, shiftKey: event.shiftKey, altKey: event.altKey },
    ...{ metaKey: event.metaKey, keyCode: event.keyCode, cancelable: true },
    ...Object.fromEntries(states),
  })
}
