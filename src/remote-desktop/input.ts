import type RFB from '@novnc/novnc'
import type { ConnectionCommand } from '../machines/desktop/events.ts'
import { readIfAllowed } from './clipboard.ts'
import { captureKeyboard } from './keyboard.ts'
import { keyNamed, keysymOf, needsShift } from './keysyms.ts'
import type { NewerClipboard } from './newer-clipboard.ts'
import { pasteText } from './paste-text.ts'
import { canvasIn } from './picture.ts'
import { createTypist } from './typist.ts'

export interface InputOptions {
  rfb: RFB
  /** The element in which noVNC draws. */
  screen: HTMLElement
  /** Gets the keyboard's focus. */
  sink: HTMLTextAreaElement
  newer: NewerClipboard
  leave(): void
  /** See `captureKeyboard`. */
  pasteImage(image: Blob): Promise<boolean>
}

/** All input of one connection: keyboard, texts, clipboard and single keys. */
export function createInput({ rfb, screen, sink, newer, leave, pasteImage }: InputOptions) {
  const shift = { keysym: 0xffe1, code: 'ShiftLeft' }
  function press(char: string) {
    const shifted = needsShift(char)
    if (shifted) rfb.sendKey(shift.keysym, shift.code, true)
    rfb.sendKey(keysymOf(char), null)
    if (shifted) rfb.sendKey(shift.keysym, shift.code, false)
  }
  const typist = createTypist(press)
  rfb.addEventListener('clipboard', newer.desktopChanged)
  let known: string | null = null
  async function offerClipboard() {
    const text = await readIfAllowed()
    if (text && text !== known) rfb.clipboardPasteFrom(text)
    known = text ?? known
  }
  const releaseKeyboard = captureKeyboard({
    sink,
    target: () => canvasIn(screen),
    // This text is sent at once and not by the typist, so that the next key cannot overtake it.
    type: text => {
      for (const char of text) press(char)
    },
    takePaste: newer.takePaste,
    paste: text => pasteText(rfb, text),
    pasteImage: async image => !rfb.viewOnly && pasteImage(image),
    leave,
  })
  const takeFocus = () => sink.focus({ preventScroll: true })
  function clicked({ pointerType }: PointerEvent) {
    if (pointerType !== 'touch') return takeFocus()
    // A tap is a click. It does not open the on-screen keyboard, but it leaves the bar.
    const { activeElement } = document
    if (activeElement !== sink && activeElement instanceof HTMLElement) activeElement.blur()
  }
  rfb.focusOnClick = false
  /** Ctrl W is a key of many programs, but here it closes the tab. */
  const askBeforeLeaving = (event: BeforeUnloadEvent) => {
    if (rfb.viewOnly) return
    if (document.hasFocus() && document.activeElement === sink) event.preventDefault()
  }
  window.addEventListener('beforeunload', askBeforeLeaving)
  screen.addEventListener('pointerdown', clicked)
  sink.addEventListener('focus', offerClipboard)
  sink.inputMode = matchMedia('(pointer: coarse)').matches ? 'none' : 'text'

  return {
    /** Takes the keyboard, unless something else has the focus. */
    take() {
      if (document.hasFocus() && document.activeElement === document.body) takeFocus()
    },
    do(
      command: Exclude<
        ConnectionCommand,
        { type: 'settings.apply' | 'sharing.begin' | 'sharing.end' }
      >,
    ) {
      if (command.type === 'text.type') typist.type(command.text)
      else if (command.type === 'clipboard.send') {
        rfb.clipboardPasteFrom(command.text)
        newer.desktopChanged()
      } else if (command.type === 'keyboard.show') {
        sink.inputMode = 'text'
        sink.blur()
        takeFocus()
      } else if (command.type === 'key.hold') {
        const { keysym, code } = keyNamed(command.key)
        rfb.sendKey(keysym, code, command.down)
      } else if (command.type === 'keys.release') {
        for (const { keysym, code } of command.keys.map(keyNamed)) rfb.sendKey(keysym, code, false)
      } else {
        const keys = command.keys.map(keyNamed)
        for (const { keysym, code } of keys) rfb.sendKey(keysym, code, true)
        for (const { keysym, code } of keys.reverse()) rfb.sendKey(keysym, code, false)
      }
    },
    close() {
      window.removeEventListener('beforeunload', askBeforeLeaving)
      screen.removeEventListener('pointerdown', clicked)
      sink.removeEventListener('focus', offerClipboard)
      releaseKeyboard()
      typist.close()
    },
  }
}
