import RFB from '@novnc/novnc'

/** The format of texts in the extended clipboard of RFB. */
const TEXT = 1

/**
 * Puts a text into the desktop's clipboard, and sends it at once. noVNC alone sends it when a program of the desktop
 * asks for it, so keys pressed right after the paste would come before it.
 */
export function pasteText(rfb: RFB, text: string): void {
  rfb.clipboardPasteFrom(text)
  const takesText = rfb._clipboardServerCapabilitiesFormats[TEXT] === true
  if (takesText && !rfb.viewOnly) RFB.messages.extendedClipboardProvide(rfb._sock, [TEXT], [text])
}
