import { reporting } from '../../browser/reporting.ts'
import { visibility } from '../../browser/visibility.ts'
import { type DesktopSoundRef, desktopSoundMachine } from '../../machines/desktop-sound/machine.ts'
import type { SoundLink } from '../../remote-desktop/sound/link.ts'
import { speaker } from '../../remote-desktop/sound/speaker.ts'

export const wireSound = (link: SoundLink) =>
  desktopSoundMachine.provide({
    actors: {
      speaker: speaker(link),
      visibility: reporting(visibility, reportError),
    },
    actions: {
      askForSound: () => link.command('sound.begin'),
      endSound: () => link.command('sound.end'),
    },
  })

/** Tells the sound's machine what the connection reports. */
export const followConnection = (link: SoundLink, sound: DesktopSoundRef): void =>
  link.onReport(event => sound.send(event))
