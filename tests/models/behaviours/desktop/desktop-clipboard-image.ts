import type { ClipboardImage } from '../../../../src/machines/desktop-clipboard-image/events.ts'
import type { desktopClipboardImageMachine } from '../../../../src/machines/desktop-clipboard-image/machine.ts'
import {
  imageFailure,
  isImageCopied,
  isImageRefused,
  isReadingImage,
  shownImage,
} from '../../../../src/machines/desktop-clipboard-image/selectors.ts'
import type { ImageFailure } from '../../../../src/machines/desktop-paste/events.ts'
import { behaviourOf, oneAtATime } from '../../harness/behaviour.ts'
import { asks, drops, type Sight } from '../../harness/sights.ts'

type Copy = 'idle' | 'copying' | 'copied' | 'refused'
const begins = {
  step: 'closed' as 'closed' | 'reading' | 'shown' | 'missing',
  image: null as ClipboardImage | null,
  failure: null as ImageFailure | null,
  copy: 'idle' as Copy,
  endsAt: null as number | null,
}
type Known = typeof begins

const CONFIRMATION = 2_000
const forgotten = { image: null, failure: null, copy: 'idle' as Copy, endsAt: null }

const dropped = ({ step, copy }: Known): Sight[] => [
  ...(step === 'reading' ? [drops('readImage')] : []),
  ...(copy === 'copying' ? [drops('writeImage')] : []),
]

export const desktopClipboardImageBehaviour = behaviourOf<
  typeof desktopClipboardImageMachine,
  Known
>({
  begins,
  sentences: {
    'Who opens the panel makes it read the image.': {
      on: 'image.opened',
      if: ({ step }) => step === 'closed',
      see: () => [asks('readImage')],
      learn: () => ({ ...forgotten, step: 'reading' }),
    },
    'Nothing is kept when it is closed.': {
      on: 'image.closed',
      if: ({ step }) => step !== 'closed',
      see: dropped,
      learn: () => ({ ...forgotten, step: 'closed' }),
    },
    'It is read again when the user asks, and not twice at once.': {
      on: 'image.refresh',
      if: ({ step }) => step === 'shown' || step === 'missing',
      see: known => [...dropped(known), asks('readImage')],
      learn: () => ({ ...forgotten, step: 'reading' }),
    },
    'The image is shown, or why there is none.': {
      on: 'readImage answers',
      learn: (_, answer) =>
        answer.ok
          ? { step: 'shown', image: answer.data }
          : { step: 'missing', failure: answer.failure },
    },
    'A lost connection is reported, too.': {
      on: 'readImage fails',
      learn: () => ({ step: 'missing', failure: 'lost' }),
    },
    'A click copies what is shown, once.': {
      on: 'image.copy',
      if: ({ step, copy }) => step === 'shown' && copy !== 'copying',
      see: ({ image }) => [asks('writeImage', image)],
      learn: () => ({ copy: 'copying', endsAt: null }),
    },
    'The button confirms it for 2 s.': {
      on: 'writeImage answers',
      learn: (_, __, now) => ({ copy: 'copied', endsAt: now + CONFIRMATION }),
    },
    'A refusal of the browser is shown.': {
      on: 'writeImage fails',
      learn: () => ({ copy: 'refused' }),
    },
    'Then it can be copied again.': {
      on: 'time',
      due: ({ endsAt }) => endsAt,
      learn: () => ({ copy: 'idle', endsAt: null }),
    },
  },
  shows: {
    'that it reads': [isReadingImage, ({ step }) => step === 'reading'],
    'the image': [shownImage, ({ image }) => image],
    'why there is none': [imageFailure, ({ failure }) => failure],
    'that it was copied': [isImageCopied, ({ copy }) => copy === 'copied'],
    'that the browser refused': [isImageRefused, ({ copy }) => copy === 'refused'],
  },
  always: {
    'One read at a time is under way.': oneAtATime(['readImage']),
    'One image at a time is copied.': oneAtATime(['writeImage']),
  },
})
