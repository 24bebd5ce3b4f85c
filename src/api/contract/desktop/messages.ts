/**
 * The texts on a desktop's WebSocket, beside RFB, which is binary. A page sends a number to measure the connection, and
 * gets it back. A page of the desktop's owner also sends the texts of `sharingCommands`, and `scale 150` for texts of
 * one and a half times their size (`scaleIn`).
 *
 * The platform reports to each page of the owner who watches (`Sharing`), and which screens pages show
 * (`ShownScreens`). If the desktop has sound, it reports that to all pages (`SoundState`), also to those of team mates
 * who watch. A page asks for sound by the texts of `soundCommands`. While there is sound, each packet of Opus comes as a
 * binary message after the text `soundMark`.
 */
import * as v from 'valibot'

export const sharingCommands = ['sharing.begin', 'sharing.end'] as const
/** In percent. */
export const scales = { least: 75, most: 400 } as const

export const scaleCommand = (percent: number): string => `scale ${percent}`

/** The size of texts that a command asks for, in percent; null: it is another text. */
export function scaleIn(text: string): number | null {
  const [, digits] = /^scale (\d{2,3})$/.exec(text) ?? []
  const percent = Number(digits)
  return percent >= scales.least && percent <= scales.most ? percent : null
}

export const soundCommands = ['sound.begin', 'sound.end'] as const
export type SoundCommand = (typeof soundCommands)[number]

/** Null: it is another text. */
export const soundCommandIn = (text: string): SoundCommand | null =>
  soundCommands.find(command => command === text) ?? null

/** The next binary message is not RFB, but a packet of Opus: 20 ms of two channels. */
export const soundMark = '~'

export const SoundState = v.object({
  /** Off: the page may ask for it. On: the page gets what programs play. Failed: it is not available now. */
  sound: v.picklist(['off', 'on', 'failed']),
})
export type SoundState = v.InferOutput<typeof SoundState>

export type SharingCommand = (typeof sharingCommands)[number]

export const Sharing = v.object({
  /** The link for team mates; null: the desktop is not shared. */
  link: v.nullable(v.string()),
  /** The names of those who watch, sorted. */
  watchers: v.array(v.string()),
})
export type Sharing = v.InferOutput<typeof Sharing>

export const ShownScreens = v.object({
  /** The screen of each page of the owner, sorted. The second one may stay for a while without a page. */
  screens: v.array(v.number()),
})
export type ShownScreens = v.InferOutput<typeof ShownScreens>
