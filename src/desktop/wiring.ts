import { fromCallback, fromPromise } from 'xstate'
import { writeClipboard } from '../browser/clipboard.ts'
import { fillScreen, leaveFullscreen } from '../browser/fullscreen.ts'
import { reporting } from '../browser/reporting.ts'
import { copyMachine } from '../machines/copy/machine.ts'
import type { NetworkReturned } from '../machines/desktop/events.ts'
import { desktopMachine } from '../machines/desktop/machine.ts'
import { copyOut } from '../remote-desktop/clipboard.ts'
import { type VncOptions, vnc } from '../remote-desktop/connection.ts'
import type { FilesAccess } from '../remote-desktop/files/access.ts'
import { createNewerClipboard } from '../remote-desktop/newer-clipboard.ts'
import { newTicket } from '../remote-desktop/screens/new-ticket.ts'
import { askForTicket, embedder, tell } from './embedder.ts'
import { focusDesktop } from './panels/move-focus.ts'

/** Reports that the network is back, or that the page is visible again. */
export const network = fromCallback<NetworkReturned>(({ sendBack }) => {
  const returned = () => document.hidden || sendBack({ type: 'network.returned' })
  window.addEventListener('online', returned)
  document.addEventListener('visibilitychange', returned)
  return () => {
    window.removeEventListener('online', returned)
    document.removeEventListener('visibilitychange', returned)
  }
})

/** For the link to team mates. */
export const wireCopy = () => copyMachine.provide({ actors: { writeClipboard } })

/** Joins the desktop's machine to noVNC, the embedding page and the browser. */
export const wireDesktop = (
  options: Omit<VncOptions, 'newer'> & { controls: HTMLElement; access: FilesAccess },
) =>
  desktopMachine.provide({
    actors: {
      connection: reporting(vnc({ ...options, newer: createNewerClipboard() }), reportError),
      askForTicket: fromPromise(({ signal }) =>
        embedder ? askForTicket(signal) : newTicket(options, signal),
      ),
      copyOut: fromPromise(({ input }) => copyOut(input)),
      network: reporting(network, reportError),
    },
    actions: {
      notifyConnected({ context: { ticket, role } }) {
        if (ticket.value !== null && role !== 'watcher') options.access.admit(ticket.value)
        tell({ type: 'connected' })
      },
      notifyEnded: () => tell({ type: 'ended' }),
      toggleFullscreen: () => {
        if (embedder) tell({ type: 'fullscreen' })
        else if (document.fullscreenElement) void leaveFullscreen()
        else void fillScreen(document.documentElement).then(focusDesktop)
      },
      leaveFocus: () => {
        // The embedding page takes the focus from this one.
        if (embedder) tell({ type: 'focus.leave' })
        else if (!document.fullscreenElement) options.controls.querySelector('button')?.focus()
      },
    },
  })
