import { eventMachine } from '../../src/machines/event/machine.ts'
import { eventBehaviour } from './behaviours/event.ts'
import { metadata } from './data.ts'
import { defineModel } from './harness.ts'

export const eventModel = defineModel<typeof eventMachine>({
  machine: eventMachine,
  inputs: [({ serverClock }) => ({ clock: serverClock })],
  events: {
    'event.retry': [{ type: 'event.retry' }],
    'event.stale': [{ type: 'event.stale' }],
    'page.shown': { from: 'visibility', events: [{ type: 'page.shown' }] },
    'page.hidden': { from: 'visibility', events: [{ type: 'page.hidden' }] },
  },
  actors: {
    fetchMetadata: {
      done: [
        { ...metadata(1, 2, 3), isPaused: true },
        { ...metadata(-1, 2, 3), isPaused: true, extensions: ['queue'] },
        metadata(-1, 2, 3),
        metadata(-2, -1, 3),
        metadata(-3, -2, -1),
        { ...metadata(-3, -2, -1), isReadOnly: true },
      ],
    },
    visibility: 'callback',
  },
  // A look at the clock comes between two reads of an event that may continue.
  key: ({ context: { metadata } }, { now }) => metadata && [metadata.isPaused, now() % 60_000],
  jumps: [3_700_000],
  behaviour: eventBehaviour,
})
