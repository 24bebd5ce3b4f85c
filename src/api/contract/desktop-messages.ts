/**
 * The texts on a desktop's WebSocket, beside RFB, which is binary. A page sends a number to measure the connection, and
 * gets it back. A page of the desktop's owner also sends the texts of `sharingCommands`. The platform
 * tells each page of the owner who watches (`Sharing`), and which screens pages show (`ShownScreens`).
 */
import * as v from 'valibot'

export const sharingCommands = ['sharing.begin', 'sharing.end'] as const
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
