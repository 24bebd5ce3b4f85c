import type { DesktopContext } from '../../src/machines/desktop/context.ts'
import type { ConnectionEvent } from '../../src/machines/desktop/events.ts'
import { desktopMachine } from '../../src/machines/desktop/machine.ts'
import { desktopBehaviour } from './behaviours/desktop/desktop.ts'
import { defineModel } from './harness.ts'

const preferences = { scaling: 'fit', quality: 'auto', textSize: 'auto' } as const

type Measured = Extract<ConnectionEvent, { type: 'connection.measured' }>
const measured = (latency: number, photos: number | null): Measured => ({
  type: 'connection.measured',
  sample: { latency, idleLatency: 20, bandwidth: 300_000, photos },
})

const pictureKey = ({ quality: { step, calm }, plain }: DesktopContext['measured']) =>
  step === 3 ? `best ${Math.min(1, plain)}` : step === 2 ? calm : 'low'

export const desktopModel = defineModel<typeof desktopMachine>({
  machine: desktopMachine,
  inputs: [
    ({ random }) => ({ ticket: 'ticket', preferences, role: 'owner', random }),
    ({ random }) => ({ ticket: null, preferences, role: 'alone', random }),
    ({ random }) => ({ ticket: 'ticket', preferences, role: 'watcher', random }),
  ],
  events: {
    'desktop.connect': [{ type: 'desktop.connect' }],
    'scaling.choose': [
      { type: 'scaling.choose', scaling: 'actual' },
      { type: 'scaling.choose', scaling: 'resize' },
    ],
    'quality.choose': [{ type: 'quality.choose', quality: 2 }],
    'textSize.choose': [{ type: 'textSize.choose', textSize: 200 }],
    'viewOnly.toggle': [{ type: 'viewOnly.toggle' }],
    'keys.press': [{ type: 'keys.press', keys: ['Control', 'Alt', 'Delete'] }],
    'key.toggle': [{ type: 'key.toggle', key: 'Super' }],
    'text.type': [{ type: 'text.type', text: 'ls' }],
    'clipboard.send': [{ type: 'clipboard.send', text: 'ls' }],
    'clipboard.take': [{ type: 'clipboard.take' }],
    'keyboard.show': [{ type: 'keyboard.show' }],
    'fullscreen.toggle': [{ type: 'fullscreen.toggle' }],
    'sharing.begin': [{ type: 'sharing.begin' }],
    'sharing.end': [{ type: 'sharing.end' }],
    'sharing.reported': {
      from: 'connection',
      events: [
        {
          type: 'sharing.reported',
          sharing: { link: 'https://ctf.example/flugzeug#view=x', watchers: [] },
        },
      ],
    },
    'connection.opened': { from: 'connection', events: [{ type: 'connection.opened' }] },
    'connection.greeted': { from: 'connection', events: [{ type: 'connection.greeted' }] },
    'connection.painted': { from: 'connection', events: [{ type: 'connection.painted' }] },
    'connection.lost': { from: 'connection', events: [{ type: 'connection.lost' }] },
    'ticket.refused': { from: 'connection', events: [{ type: 'ticket.refused' }] },
    'desktop.ended': { from: 'connection', events: [{ type: 'desktop.ended' }] },
    'connection.measured': {
      from: 'connection',
      events: [measured(20, 0), measured(20, 0.5), measured(20, null), measured(221, 0)],
    },
    'clipboard.received': {
      from: 'connection',
      events: [{ type: 'clipboard.received', text: 'x' }],
    },
    'focus.left': { from: 'connection', events: [{ type: 'focus.left' }] },
    'network.returned': { from: 'network', events: [{ type: 'network.returned' }] },
  },
  actors: {
    connection: 'callback',
    askForTicket: { done: ['newer'] },
    copyOut: { done: [undefined] },
    network: 'callback',
  },
  effects: ['leaveFocus', 'toggleFullscreen', 'notifyConnected', 'notifyEnded'],
  sequences: {
    'the connection stays away for 100 attempts': world => {
      for (let timer = 0; timer < 200; timer++) world.pass(world.untilNext() ?? 0)
    },
  },
  begins: ['with a ticket', 'without a ticket', 'watching'],
  names: {
    'connection.measured': ['calm', 'photos', 'nothing changed', 'full'],
    'scaling.choose': ['its own size', 'as large as the window'],
  },
  behaviour: desktopBehaviour,
  key: ({ context }) => [Math.min(context.ticket.uses, 2), context.viewOnly],
  walkLength: 12,
  walkKey: ({ context: { ticket, viewOnly, pressed, measured } }) => [
    Math.min(ticket.uses, 2),
    viewOnly ? 'view' : pressed.length > 0 ? 'keys' : pictureKey(measured),
  ],
})
