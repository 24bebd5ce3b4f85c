import {
  desktopViewMachine,
  sharedDesktopResource,
} from '../../src/machines/desktop-view/machine.ts'
import { desktopViewBehaviour, view } from './behaviours/desktop/desktop-view.ts'
import { resourceFixture } from './data.ts'
import { intervalsOf } from './harness/intervals.ts'
import { defineModel } from './harness.ts'

const shared = resourceFixture(sharedDesktopResource, [
  null,
  view('https://desktop.example/?view#ticket'),
  view('https://desktop.example/?view#newer'),
  view('javascript:alert(1)'),
])

export const desktopViewModel = defineModel<typeof desktopViewMachine>({
  machine: desktopViewMachine,
  inputs: [({ serverClock, random }) => ({ clock: serverClock, random })],
  events: {
    'view.opened': { from: 'viewStore', events: [{ type: 'view.opened', token: 'token' }] },
    'view.leave': [{ type: 'view.leave' }],
    'view.retry': [{ type: 'view.retry' }],
    'read.succeeded': 'raised',
    'read.failed': 'raised',
    'desktop.connected': { from: 'viewFrame', events: [{ type: 'desktop.connected' }] },
    'focus.left': { from: 'viewFrame', events: [{ type: 'focus.left' }] },
    'desktop.ended': { from: 'viewFrame', events: [{ type: 'desktop.ended' }] },
    'desktop.ticketRequested': { from: 'viewFrame', events: [{ type: 'desktop.ticketRequested' }] },
    'fullscreen.toggle': [{ type: 'fullscreen.toggle' }],
  },
  actors: {
    viewStore: 'callback',
    viewFrame: 'callback',
    // It is active from the start.
    sharedDesktop: { ...shared, next: [[1], ...shared.next.slice(1)] },
  },
  // The stream does not announce desktops.
  intervals: intervalsOf(sharedDesktopResource, {
    'no desktop': { answer: null, usually: 10_000, withStream: 10_000 },
  }),
  key: ({ context: { reading } }) => [reading.isFetching, reading.updatedAt === null],
  names: {
    sharedDesktop: [
      'read sleeps',
      'read begins',
      'not shared',
      'shared',
      'new ticket',
      'no page',
      'read fails',
    ],
  },
  behaviour: desktopViewBehaviour,
})
