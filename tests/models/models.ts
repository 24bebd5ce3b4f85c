import { announcementsModel } from './announcements.model.ts'
import { appModel } from './app.model.ts'
import { buildModel } from './build.model.ts'
import { celebrationModel } from './celebration.model.ts'
import { challengeModel } from './challenge.model.ts'
import { clockModel } from './clock.model.ts'
import { copyModel } from './copy.model.ts'
import { desktopModel } from './desktop.model.ts'
import { desktopBarModel } from './desktop-bar.model.ts'
import { desktopClipboardImageModel } from './desktop-clipboard-image.model.ts'
import { desktopFilesModel } from './desktop-files.model.ts'
import { desktopPasteModel } from './desktop-paste.model.ts'
import { desktopSoundModel } from './desktop-sound.model.ts'
import { desktopTransferModel } from './desktop-transfer.model.ts'
import { desktopViewModel } from './desktop-view.model.ts'
import { dialogsModel } from './dialogs.model.ts'
import { eventModel } from './event.model.ts'
import { flugzeugModel } from './flugzeug.model.ts'
import type { AnyModel } from './harness/fixtures.ts'
import { hintsModel } from './hints.model.ts'
import { homeModel } from './home.model.ts'
import { instanceModel } from './instance.model.ts'
import { invitationModel } from './invitation.model.ts'
import { leaseModel } from './lease.model.ts'
import { liveModel } from './live.model.ts'
import { localeModel } from './locale.model.ts'
import { membershipModel } from './membership.model.ts'
import { networkModel } from './network.model.ts'
import { paletteModel } from './palette.model.ts'
import { platformDesktopModel } from './platform-desktop.model.ts'
import { reminderModel } from './reminder.model.ts'
import { resourceModel } from './resource.model.ts'
import { schemeModel } from './scheme.model.ts'
import { sessionModel } from './session.model.ts'
import { sidebarModel } from './sidebar.model.ts'
import { submissionModel } from './submission.model.ts'
import { vpnModel } from './vpn.model.ts'

/** The model of every machine: the app's, its root first, then the platform's. */
export const models = [
  appModel,
  sessionModel,
  networkModel,
  clockModel,
  eventModel,
  resourceModel,
  homeModel,
  membershipModel,
  invitationModel,
  challengeModel,
  instanceModel,
  submissionModel,
  hintsModel,
  celebrationModel,
  flugzeugModel,
  desktopViewModel,
  dialogsModel,
  vpnModel,
  copyModel,
  sidebarModel,
  paletteModel,
  reminderModel,
  announcementsModel,
  liveModel,
  localeModel,
  buildModel,
  schemeModel,
  desktopModel,
  desktopBarModel,
  desktopFilesModel,
  desktopTransferModel,
  desktopPasteModel,
  desktopSoundModel,
  desktopClipboardImageModel,
  leaseModel,
  platformDesktopModel,
] as unknown as readonly AnyModel[]
