import { reporting } from '../../browser/reporting.ts'
import { desktopFilesMachine } from '../../machines/desktop-files/machine.ts'
import { desktopTransferMachine } from '../../machines/desktop-transfer/machine.ts'
import type { FilesAccess } from '../../remote-desktop/files/access.ts'
import { listFolder } from '../../remote-desktop/files/list.ts'
import { moveContent, takeBack } from '../../remote-desktop/files/move.ts'
import { network } from '../wiring.ts'

/** Joins the machine of the files to the platform and the browser. */
export const wireFiles = (access: FilesAccess) =>
  desktopFilesMachine.provide({
    actors: {
      listFolder: listFolder(access),
      transfer: desktopTransferMachine.provide({
        actors: {
          moveContent: reporting(moveContent(access), reportError),
          network: reporting(network, reportError),
        },
        actions: { takeBack: takeBack(access) },
      }),
    },
  })
