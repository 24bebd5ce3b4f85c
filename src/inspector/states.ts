import type { Descriptions } from '../../tools/statechart/described.ts'
import { announcementsStates } from '../machines/announcements/states.ts'
import { appStates } from '../machines/app/states.ts'
import { buildStates } from '../machines/build/states.ts'
import { celebrationStates } from '../machines/celebration/states.ts'
import { challengeStates } from '../machines/challenge/states.ts'
import { clockStates } from '../machines/clock/states.ts'
import { copyStates } from '../machines/copy/states.ts'
import { desktopStates } from '../machines/desktop/states.ts'
import { desktopBarStates } from '../machines/desktop-bar/states.ts'
import { desktopClipboardImageStates } from '../machines/desktop-clipboard-image/states.ts'
import { desktopFilesStates } from '../machines/desktop-files/states.ts'
import { desktopPasteStates } from '../machines/desktop-paste/states.ts'
import { desktopSoundStates } from '../machines/desktop-sound/states.ts'
import { desktopTransferStates } from '../machines/desktop-transfer/states.ts'
import { desktopViewStates } from '../machines/desktop-view/states.ts'
import { dialogsStates } from '../machines/dialogs/states.ts'
import { eventStates } from '../machines/event/states.ts'
import { flugzeugStates } from '../machines/flugzeug/states.ts'
import { hintsStates } from '../machines/hints/states.ts'
import { homeStates } from '../machines/home/states.ts'
import { instanceStates } from '../machines/instance/states.ts'
import { invitationStates } from '../machines/invitation/states.ts'
import { liveStates } from '../machines/live/states.ts'
import { localeStates } from '../machines/locale/states.ts'
import { membershipStates } from '../machines/membership/states.ts'
import { networkStates } from '../machines/network/states.ts'
import { paletteStates } from '../machines/palette/states.ts'
import { reminderStates } from '../machines/reminder/states.ts'
import { resourceStates } from '../machines/resource/states.ts'
import { schemeStates } from '../machines/scheme/states.ts'
import { sessionStates } from '../machines/session/states.ts'
import { sidebarStates } from '../machines/sidebar/states.ts'
import { submissionStates } from '../machines/submission/states.ts'
import { vpnStates } from '../machines/vpn/states.ts'

/** What is true in each state of the app's machines, by their ids. The app itself never loads it. */
export const describedStates: ReadonlyMap<string, Descriptions> = new Map<string, Descriptions>([
  ['app', appStates],
  ['session', sessionStates],
  ['network', networkStates],
  ['clock', clockStates],
  ['event', eventStates],
  ['resource', resourceStates],
  ['home', homeStates],
  ['membership', membershipStates],
  ['desktop-view', desktopViewStates],
  ['invitation', invitationStates],
  ['challenge', challengeStates],
  ['instance', instanceStates],
  ['submission', submissionStates],
  ['hints', hintsStates],
  ['celebration', celebrationStates],
  ['flugzeug', flugzeugStates],
  ['dialogs', dialogsStates],
  ['vpn', vpnStates],
  ['copy', copyStates],
  ['sidebar', sidebarStates],
  ['palette', paletteStates],
  ['reminder', reminderStates],
  ['announcements', announcementsStates],
  ['live', liveStates],
  ['locale', localeStates],
  ['build', buildStates],
  ['scheme', schemeStates],
  ['desktop', desktopStates],
  ['desktop-bar', desktopBarStates],
  ['desktop-files', desktopFilesStates],
  ['desktop-transfer', desktopTransferStates],
  ['desktop-paste', desktopPasteStates],
  ['desktop-clipboard-image', desktopClipboardImageStates],
  ['desktop-sound', desktopSoundStates],
])

/** The resources have ids of their own, and the same states. */
export const statesOf = (id: string): Descriptions => describedStates.get(id) ?? resourceStates
