import { desktopPasteMachine } from '../../src/machines/desktop-paste/machine.ts'
import { desktopPasteBehaviour } from './behaviours/desktop/desktop-paste.ts'
import { defineModel } from './harness.ts'

export const desktopPasteModel = defineModel<typeof desktopPasteMachine>({
  machine: desktopPasteMachine,
  inputs: [() => undefined],
  events: {
    'image.pasted': [{ type: 'image.pasted', image: new Blob(['screenshot']) }],
    'failure.closed': [{ type: 'failure.closed' }],
  },
  actors: {
    sendImage: {
      done: [
        { ok: true, data: undefined },
        { ok: false, failure: 'tooLarge' },
      ],
    },
  },
  behaviour: desktopPasteBehaviour,
})
