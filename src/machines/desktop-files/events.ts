import type { FilesRefusal, HomeListing } from '../../api/contract.ts'
import type { DesktopAnswer } from '../desktop-answer.ts'

/** Why the home is not shown. */
export type ListFailure = FilesRefusal | 'lost'

export type ListAnswer = DesktopAnswer<HomeListing, ListFailure>

export type DesktopFilesEvent =
  | { type: 'files.opened' }
  | { type: 'files.closed' }
  /** Read the folder again. */
  | { type: 'files.refresh' }
  /** Open a folder in the shown one, or its parent folder. */
  | { type: 'folder.enter'; name: string }
  | { type: 'folder.leave' }
  /** Fetch a file of the folder that is shown. */
  | { type: 'file.fetch'; name: string; size: number }
  | { type: 'files.dragged' }
  | { type: 'files.dragLeft' }
  /** Dropped or chosen. */
  | { type: 'files.given'; files: readonly File[] }
