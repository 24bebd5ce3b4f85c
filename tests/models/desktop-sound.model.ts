import type { SoundReport } from '../../src/machines/desktop-sound/events.ts'
import { desktopSoundMachine } from '../../src/machines/desktop-sound/machine.ts'
import { desktopSoundBehaviour } from './behaviours/desktop/desktop-sound.ts'
import { defineModel } from './harness.ts'

const reported = (sound: 'off' | 'on' | 'failed'): SoundReport & { type: 'sound.reported' } => ({
  type: 'sound.reported',
  sound,
})

export const desktopSoundModel = defineModel<typeof desktopSoundMachine>({
  machine: desktopSoundMachine,
  inputs: [() => ({ canPlay: true }), () => ({ canPlay: false })],
  events: {
    'sound.reported': [reported('off'), reported('on'), reported('failed')],
    'connection.lost': [{ type: 'connection.lost' }],
    'sound.listen': [{ type: 'sound.listen' }],
    'sound.mute': [{ type: 'sound.mute' }],
    'failure.closed': [{ type: 'failure.closed' }],
    'speaker.failed': { from: 'speaker', events: [{ type: 'speaker.failed' }] },
    'page.shown': { from: 'visibility', events: [{ type: 'page.shown' }] },
    'page.hidden': { from: 'visibility', events: [{ type: 'page.hidden' }] },
  },
  actors: { speaker: 'callback', visibility: 'callback' },
  effects: ['askForSound', 'endSound'],
  begins: ['in a browser that can play it', 'in one that cannot'],
  names: { 'sound.reported': ['off', 'on', 'failed'] },
  behaviour: desktopSoundBehaviour,
})
