import { desktopViewMachine } from '../../src/machines/desktop-view/machine.ts'
import { flugzeugMachine } from '../../src/machines/flugzeug/machine.ts'
import { remoteDesktopResource } from '../../src/machines/flugzeug/setup.ts'
import { nothingRead } from '../../src/machines/resource/reading.ts'
import { flugzeugBehaviour } from './behaviours/flugzeug.ts'
import {
  changed,
  facts,
  failed,
  flugzeug,
  neverRejects,
  refused,
  resourceFixture,
  timestamp,
} from './data.ts'
import { intervalsOf } from './harness/intervals.ts'
import { defineModel } from './harness.ts'

/** The link to a team mate's desktop, as the page sees it. */
const viewAt = (value: 'none' | 'gone') =>
  desktopViewMachine.resolveState({
    value,
    context: {
      clock: null as never,
      random: () => 0.5,
      token: null,
      reading: nothingRead,
      frameUrl: null,
    },
  })

export const flugzeugModel = defineModel<typeof flugzeugMachine>({
  machine: flugzeugMachine,
  inputs: [({ serverClock, random }) => ({ clock: serverClock, random })],
  events: {
    'flugzeug.start': [{ type: 'flugzeug.start' }],
    'flugzeug.extend': [{ type: 'flugzeug.extend' }],
    'flugzeug.stop': [{ type: 'flugzeug.stop' }],
    'flugzeug.reset': [{ type: 'flugzeug.reset' }],
    'flugzeug.retry': [{ type: 'flugzeug.retry' }],
    'reset.requested': [{ type: 'reset.requested' }],
    'reset.cancelled': [{ type: 'reset.cancelled' }],
    'read.succeeded': 'raised',
    'read.failed': 'raised',
    'desktop.enter': [{ type: 'desktop.enter' }],
    'desktop.connected': { from: 'desktopFrame', events: [{ type: 'desktop.connected' }] },
    'focus.left': { from: 'desktopFrame', events: [{ type: 'focus.left' }] },
    'desktop.ended': { from: 'desktopFrame', events: [{ type: 'desktop.ended' }] },
    'desktop.ticketRequested': {
      from: 'desktopFrame',
      events: [{ type: 'desktop.ticketRequested' }],
    },
    'fullscreen.toggle': [{ type: 'fullscreen.toggle' }],
    'facts.changed': [
      { type: 'facts.changed', facts: facts() },
      { type: 'facts.changed', facts: facts({ flugzeugEnabled: false }) },
    ],
    'page.entered': [{ type: 'page.entered' }],
    'page.left': [{ type: 'page.left' }],
  },
  actors: {
    remoteDesktop: resourceFixture(remoteDesktopResource, [
      null,
      flugzeug('provisioning'),
      flugzeug('starting'),
      flugzeug('running'),
      { ...flugzeug('stopping'), extendableFrom: timestamp(0) },
      flugzeug('stopped'),
      { ...flugzeug('error'), failure: 'memory' },
      { ...flugzeug('running'), url: 'https://desktop.example/#ticket' },
      { ...flugzeug('running'), url: 'https://other.example/#ticket' },
    ]),
    createFlugzeug: { error: neverRejects, done: [changed, failed] },
    startFlugzeug: { error: neverRejects, done: [changed, failed] },
    stopFlugzeug: { error: neverRejects, done: [changed, failed] },
    resetFlugzeug: { error: neverRejects, done: [changed, failed] },
    extendFlugzeug: {
      error: neverRejects,
      done: [changed, refused('CANNOT_PROLONG_FLUGZEUG'), failed],
    },
    desktopFrame: 'callback',
    desktopView: { snapshots: [viewAt('none'), viewAt('gone')] },
  },
  key: ({ context: { reading } }) => [reading.isFetching, reading.updatedAt === null],
  names: {
    'facts.changed': ['desktop allowed', 'desktop forbidden'],
    createFlugzeug: ['created', 'creation fails'],
    startFlugzeug: ['start accepted', 'start fails'],
    stopFlugzeug: ['stop accepted', 'stop fails'],
    resetFlugzeug: ['reset accepted', 'reset fails'],
    extendFlugzeug: ['extended', 'extension refused', 'extension fails'],
    remoteDesktop: [
      'read sleeps',
      'read begins',
      'no desktop',
      'provisioning',
      'starting',
      'running',
      'stopping',
      'stopped',
      'in error',
      'running, new ticket',
      'running elsewhere',
      'read fails',
    ],
  },
  walkLength: 6,
  // The stream does not announce desktops.
  intervals: intervalsOf(remoteDesktopResource, {
    provisioning: { answer: flugzeug('provisioning'), usually: 2_000, withStream: 2_000 },
    starting: { answer: flugzeug('starting'), usually: 2_000, withStream: 2_000 },
    stopping: { answer: flugzeug('stopping'), usually: 2_000, withStream: 2_000 },
    running: { answer: flugzeug('running'), usually: 10_000, withStream: 10_000 },
    'no desktop': { answer: null, usually: 10_000, withStream: 10_000 },
  }),
  behaviour: flugzeugBehaviour,
})
