import type { SnapshotFrom } from 'xstate'
import type { DesktopRef } from '../../src/machines/desktop/machine.ts'
import {
  isConnected,
  isViewOnly,
  isWithheld,
  sharedLinkOf,
} from '../../src/machines/desktop/selectors.ts'
import type { DesktopBarRef } from '../../src/machines/desktop-bar/machine.ts'
import { isHidden, openPanelOf } from '../../src/machines/desktop-bar/selectors.ts'
import { always, type ControlsOf, fromApp } from './control.ts'

const isInHand = (snapshot: SnapshotFrom<DesktopRef>) =>
  isConnected(snapshot) && !isViewOnly(snapshot)

/** When the desktop's own page offers each event. */
export const desktopControls: {
  desktop: ControlsOf<DesktopRef>
  desktopBar: ControlsOf<DesktopBarRef>
} = {
  desktop: {
    ...fromApp(
      'connection.opened',
      'connection.greeted',
      'connection.painted',
      'connection.lost',
      'ticket.refused',
      'desktop.ended',
    ),
    ...fromApp('connection.measured', 'clipboard.received', 'sharing.reported'),
    ...fromApp('focus.left', 'network.returned'),
    'desktop.connect': {
      events: [{ type: 'desktop.connect' }],
      // The cover shows the problem, and offers a control if nothing is under way.
      when: snapshot => snapshot.matches('reconnecting') || snapshot.matches('disconnected'),
    },
    'scaling.choose': {
      events: [
        { type: 'scaling.choose', scaling: 'fit' },
        { type: 'scaling.choose', scaling: 'actual' },
      ],
      when: always,
    },
    'textSize.choose': {
      events: [
        { type: 'textSize.choose', textSize: 200 },
        { type: 'textSize.choose', textSize: 'auto' },
      ],
      when: always,
    },
    'quality.choose': {
      events: [
        { type: 'quality.choose', quality: 0 },
        { type: 'quality.choose', quality: 'auto' },
      ],
      when: always,
    },
    'viewOnly.toggle': { events: [{ type: 'viewOnly.toggle' }], when: always },
    'keys.press': {
      events: [{ type: 'keys.press', keys: ['Control', 'Alt', 'Delete'] }],
      when: isInHand,
    },
    'key.toggle': {
      events: [
        { type: 'key.toggle', key: 'Super' },
        { type: 'key.toggle', key: 'Alt' },
      ],
      when: isInHand,
    },
    'text.type': { events: [{ type: 'text.type', text: 'ls' }], when: isInHand },
    'clipboard.send': { events: [{ type: 'clipboard.send', text: 'ls' }], when: isInHand },
    'clipboard.take': { events: [{ type: 'clipboard.take' }], when: isWithheld },
    'keyboard.show': { events: [{ type: 'keyboard.show' }], when: isInHand },
    'sharing.begin': {
      events: [{ type: 'sharing.begin' }],
      when: snapshot => isConnected(snapshot) && sharedLinkOf(snapshot) === null,
    },
    'sharing.end': {
      events: [{ type: 'sharing.end' }],
      when: snapshot => isConnected(snapshot) && sharedLinkOf(snapshot) !== null,
    },
    'fullscreen.toggle': { events: [{ type: 'fullscreen.toggle' }], when: always },
  },
  desktopBar: {
    // Pointer and focus can come and go even if that changes nothing.
    'bar.entered': { events: [{ type: 'bar.entered' }], when: isHidden },
    'bar.left': {
      events: [{ type: 'bar.left' }],
      when: snapshot => snapshot.matches('attended'),
    },
    'bar.peek': { events: [{ type: 'bar.peek' }], when: isHidden },
    'panel.open': {
      events: [
        { type: 'panel.open', panel: 'clipboard' },
        { type: 'panel.open', panel: 'files' },
        { type: 'panel.open', panel: 'keys' },
        { type: 'panel.open', panel: 'picture' },
        { type: 'panel.open', panel: 'sharing' },
        { type: 'panel.open', panel: 'help' },
      ],
      when: always,
    },
    'panel.close': {
      events: [{ type: 'panel.close' }],
      when: snapshot => openPanelOf(snapshot) !== null,
    },
  },
}
