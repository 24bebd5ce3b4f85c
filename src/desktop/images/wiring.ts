import type { DesktopBarRef } from '../../machines/desktop-bar/machine.ts'
import {
  type DesktopClipboardImageRef,
  desktopClipboardImageMachine,
} from '../../machines/desktop-clipboard-image/machine.ts'
import { type DesktopPasteRef, desktopPasteMachine } from '../../machines/desktop-paste/machine.ts'
import { hasArrived, isSending } from '../../machines/desktop-paste/selectors.ts'
import type { FilesAccess } from '../../remote-desktop/files/access.ts'
import { readImage, sendImage, writeImage } from '../../remote-desktop/images/actors.ts'
import { followPanel } from '../panels/follow-panel.ts'

export const wirePaste = (access: FilesAccess) =>
  desktopPasteMachine.provide({ actors: { sendImage: sendImage(access) } })

export const wireImage = (access: FilesAccess) =>
  desktopClipboardImageMachine.provide({ actors: { readImage: readImage(access), writeImage } })

/** Reads the image while its panel is open. */
export function readImageWhileOpen(bar: DesktopBarRef, image: DesktopClipboardImageRef): void {
  followPanel(bar, 'clipboard', isOpen =>
    image.send({ type: isOpen ? 'image.opened' : 'image.closed' }),
  )
}

/** @returns what pastes an image, and resolves with whether it has arrived */
export const pasteInto =
  (paste: DesktopPasteRef) =>
  (image: Blob): Promise<boolean> => {
    // Another one is on its way.
    if (isSending(paste.getSnapshot())) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    paste.send({ type: 'image.pasted', image })
    const subscription = paste.subscribe(snapshot => {
      if (isSending(snapshot)) return
      subscription.unsubscribe()
      resolve(hasArrived(snapshot))
    })
    return promise
  }
