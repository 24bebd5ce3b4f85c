import { createActor } from 'xstate'
import { liveMachine } from '../../src/machines/live/machine.ts'
import { networkMachine } from '../../src/machines/network/machine.ts'
import { liveBehaviour } from './behaviours/live.ts'
import { challenge } from './data.ts'
import { defineModel } from './harness.ts'

const online = createActor(networkMachine).start()
const offline = createActor(networkMachine).start()
offline.send({ type: 'request.failed', id: 1 })
offline.stop()

export const liveModel = defineModel<typeof liveMachine>({
  machine: liveMachine,
  inputs: [
    ({ random, parent }) => ({ parent, network: online, random }),
    ({ random, parent }) => ({ parent, network: offline, random }),
  ],
  events: {
    'live.enable': [{ type: 'live.enable', userId: 'alice' }],
    'stream.opened': { from: 'stream', events: [{ type: 'stream.opened' }] },
    'stream.received': {
      from: 'stream',
      events: [{ type: 'stream.received', lastId: 'a.1', retry: 1000 }],
    },
    'stream.news': {
      from: 'stream',
      events: [
        { type: 'stream.news', topic: 'scoreboard' },
        { type: 'stream.news', topic: 'solve', challenge },
      ],
    },
    'stream.ended': {
      from: 'stream',
      events: [
        { type: 'stream.ended', retryAfter: 0 },
        { type: 'stream.ended', retryAfter: 90_000 },
      ],
    },
    'turn.begun': { from: 'tabs', events: [{ type: 'turn.begun' }] },
    'turn.ended': { from: 'tabs', events: [{ type: 'turn.ended' }] },
    'tab.asked': { from: 'tabs', events: [{ type: 'tab.asked' }] },
    'tab.received': { from: 'tabs', events: [{ type: 'tab.received', lastId: 'a.2' }] },
    'tab.news': { from: 'tabs', events: [{ type: 'tab.news', topic: 'solve', challenge }] },
    'tab.lost': { from: 'tabs', events: [{ type: 'tab.lost' }] },
  },
  actors: { stream: 'callback', tabs: 'callback' },
  key: ({ context }) => Math.min(context.attempts, 1),
  walkKey: ({ context: { attempts, lastId, retryAfter } }) => [
    Math.min(attempts, 2),
    ...[lastId, retryAfter],
  ],
  begins: ['online', 'offline'],
  behaviour: liveBehaviour,
})
