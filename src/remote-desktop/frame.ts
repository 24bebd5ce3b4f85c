import * as v from 'valibot'
import { fromCallback } from 'xstate'
import { fillScreen, leaveFullscreen } from '../browser/fullscreen.ts'
import type { FrameCommand, FrameEvent } from '../machines/flugzeug/events.ts'
import { exitId, frameId, viewFrameId } from '../machines/flugzeug/frame.ts'
import { DesktopMessage, type EmbedderMessage } from './messages.ts'
import { reloadUntilShown } from './reload-frame.ts'

const events = {
  connected: 'desktop.connected',
  fullscreen: 'fullscreen.toggle',
  'ticket.request': 'desktop.ticketRequested',
  'focus.leave': 'focus.left',
  ended: 'desktop.ended',
} as const satisfies Record<DesktopMessage['type'], FrameEvent['type']>

/**
 * An embedded desktop. Messages are accepted only from its window, and only from the origin of its
 * address. Messages to it go to that origin only.
 */
const frameOf = (id: string) =>
  fromCallback<FrameCommand>(({ sendBack, receive }) => {
    const read = ({ source, origin, data }: MessageEvent<unknown>) => {
      const frame = findFrame(id)
      if (!frame || source === null || source !== frame.contentWindow) return
      if (origin !== originOf(frame)) return
      const message = v.safeParse(DesktopMessage, data)
      if (message.success) sendBack({ type: events[message.output.type] })
    }
    window.addEventListener('message', read)
    const stopReloading = reloadUntilShown(() => findFrame(id))
    receive(command => {
      const frame = findFrame(id)
      if (frame) carryOut(command, frame)
    })
    return () => {
      window.removeEventListener('message', read)
      stopReloading()
    }
  })

export const desktopFrame = frameOf(frameId)
export const viewFrame = frameOf(viewFrameId)

function carryOut(command: FrameCommand, frame: HTMLIFrameElement) {
  switch (command.type) {
    case 'ticket.give':
      return tell(frame, { type: 'ticket', url: command.url })
    case 'focus.give':
      return enter(frame)
    case 'focus.offer':
      return isIdle() && enter(frame)
    case 'focus.take':
      // In fullscreen nothing else is visible that could have the focus.
      if (!document.fullscreenElement) document.getElementById(exitId)?.focus()
      return
    case 'fullscreen.toggle':
      return document.fullscreenElement
        ? leaveFullscreen()
        : fillScreen(frame).then(() => enter(frame))
  }
}

function enter(frame: HTMLIFrameElement) {
  frame.focus()
  tell(frame, { type: 'focus.enter' })
}

/** Nothing that takes keys has the focus. If what had it is gone, the page has it, or a heading (`KeepFocus`). */
const isIdle = () => ((document.activeElement as HTMLElement | null)?.tabIndex ?? -1) < 0

function tell(frame: HTMLIFrameElement, message: EmbedderMessage) {
  frame.contentWindow?.postMessage(message, originOf(frame))
}

function findFrame(id: string): HTMLIFrameElement | null {
  const element = document.getElementById(id)
  return element instanceof HTMLIFrameElement ? element : null
}

const originOf = (frame: HTMLIFrameElement) => new URL(frame.src).origin
