import { createCommandKey } from './command-key.ts'
import { createInputOrder } from './input-order.ts'

interface KeyboardOptions {
  /** Gets the focus and the key events. It is editable, so that browsers compose text in it. */
  sink: HTMLTextAreaElement
  /** noVNC's canvas, which turns key events into keysyms; absent until there is one. */
  target(): Element | null
  /** Text without keys of its own: from dead keys, input methods, on-screen keyboards. */
  type(text: string): void
  /** Called once for each paste. Returns whether it means the desktop's own clipboard, and not this text of the browser. */
  takePaste(text: string): boolean
  /** The browser's clipboard, when the user pastes. */
  paste(text: string): void
  /** Brings an image into the desktop's clipboard. Resolves with whether it is there. */
  pasteImage(image: Blob): Promise<boolean>
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
export function captureKeyboard(options: KeyboardOptions): () => void {
  const { sink, target, type, takePaste, paste, pasteImage, leave } = options
  const down = new Map<string, KeyboardEvent>()
  let lastEscape = Number.NEGATIVE_INFINITY
  const order = createInputOrder()
  const listening = new AbortController()
  const reset = () => {
    sink.value = filling
    sink.setSelectionRange(filling.length, filling.length)
  }

  /** False if noVNC handled it. */
  const pass = (event: KeyboardEvent) => target()?.dispatchEvent(copyOf(event)) ?? true
  const hold = (event: KeyboardEvent) => {
    down.set(event.code, event)
    return pass(event)
  }
  const command = createCommandKey({ pass, hold })

  /** False if the browser must not act on the key. */
  function press(event: KeyboardEvent): boolean {
    if (command.takes(event)) {
      command.press(event)
      return false
    }
    const isFree = hold(event)
    if (event.key === 'Escape' && !event.repeat) {
      const isTwice = event.timeStamp - lastEscape < TWICE
      lastEscape = isTwice ? Number.NEGATIVE_INFINITY : event.timeStamp
      if (isTwice) leave()
    } else if (event.key.length === 1) lastEscape = Number.NEGATIVE_INFINITY
    return isFree
  }
  function lift(event: KeyboardEvent): boolean {
    command.lift(event)
    down.delete(event.code)
    return pass(event)
  }
  function inOrder(event: KeyboardEvent, send: (event: KeyboardEvent) => boolean) {
    if (order.isWaiting()) {
      order.add(() => send(event))
      event.preventDefault()
    } else if (!send(event)) event.preventDefault()
  }
  function keyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    if (pastes(event) || command.pastes(event)) order.addPaste(() => press(event))
    else inOrder(event, press)
  }

  function releaseAll() {
    order.flush()
    command.forget()
    for (const event of down.values()) pass(new KeyboardEvent('keyup', event))
    down.clear()
  }

  function takeText() {
    const { value } = sink
    reset()
    if (value.length < filling.length) order.add(() => type('\b'))
    else if (value.length > filling.length) order.add(() => type(value.replaceAll('\u00a0', '')))
  }

  async function bringImage(image: Blob) {
    order.imageComes()
    if (await pasteImage(image)) order.textCame()
    else order.drop()
  }

  const on = <K extends keyof HTMLElementEventMap>(
    name: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => sink.addEventListener(name, listener, { signal: listening.signal })
  on('keydown', keyDown)
  on('keyup', event => inOrder(event, lift))
  on('blur', releaseAll)
  on('input', event => {
    if (!('isComposing' in event && event.isComposing)) takeText()
  })
  on('compositionend', takeText)
  on('paste', event => {
    event.preventDefault()
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (takePaste(text)) return order.textCame()
    const image = text ? undefined : imageIn(event.clipboardData)
    if (image) return void bringImage(image)
    if (text) paste(text)
    order.textCame()
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

const imageIn = (clipboard: DataTransfer | null) =>
  [...(clipboard?.files ?? [])].find(({ type }) => type.startsWith('image/'))

const isV = ({ key }: KeyboardEvent) => key.toLowerCase() === 'v'
const pastes = (event: KeyboardEvent) =>
  !event.altKey && ((event.ctrlKey && isV(event)) || (event.shiftKey && event.key === 'Insert'))

const modifiers = ['AltGraph', 'CapsLock', 'NumLock', 'ScrollLock', 'Fn', 'Hyper', 'Super'] as const

function copyOf(event: KeyboardEvent): KeyboardEvent {
  const states = modifiers.map(name => [`modifier${name}`, event.getModifierState(name)])
  return new KeyboardEvent(event.type, {
    key: event.key,
    code: event.code,
    location: event.location,
    repeat: event.repeat,
    ctrlKey: event.ctrlKey,
    shiftKey: event.shiftKey,
    altKey: event.altKey,
    metaKey: event.metaKey,
    keyCode: event.keyCode,
    cancelable: true,
    ...Object.fromEntries(states),
  })
}
