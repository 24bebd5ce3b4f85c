import { desktopClipboardImageMachine } from '../../src/machines/desktop-clipboard-image/machine.ts'
import { desktopClipboardImageBehaviour } from './behaviours/desktop/desktop-clipboard-image.ts'
import { defineModel } from './harness.ts'

const image = { png: new Blob(['png']), picture: { width: 1, height: 1 } as ImageBitmap }

export const desktopClipboardImageModel = defineModel<typeof desktopClipboardImageMachine>({
  machine: desktopClipboardImageMachine,
  inputs: [() => undefined],
  events: {
    'image.opened': [{ type: 'image.opened' }],
    'image.closed': [{ type: 'image.closed' }],
    'image.refresh': [{ type: 'image.refresh' }],
    'image.copy': [{ type: 'image.copy' }],
  },
  actors: {
    readImage: {
      done: [
        { ok: true, data: image },
        { ok: false, failure: 'noImage' },
      ],
    },
    writeImage: { done: [undefined] },
  },
  behaviour: desktopClipboardImageBehaviour,
})
