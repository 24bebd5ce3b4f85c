import type { FilesRefusal } from '../../api/contract.ts'
import type { NetworkReturned } from '../desktop/events.ts'

/** Why a transfer failed: the platform's reason, or what happened here. */
export type TransferFailure =
  | FilesRefusal
  /** The connection did not come back. */
  | 'lost'
  /** The browser cannot read the file: it is a folder, or gone. */
  | 'noFile'

export type DesktopTransferEvent =
  /** Its turn has come. */
  | { type: 'transfer.start' }
  | { type: 'transfer.retry' }
  /** Stop it, or take it off the list. */
  | { type: 'transfer.close' }
  | MoveEvent
  | NetworkReturned

/** Reported by the effect. */
export type MoveEvent =
  /** The file to fetch has this size; what arrived before belongs to another version. */
  | { type: 'content.began'; size: number; tag: string }
  /** How many bytes have been moved in all. */
  | { type: 'content.moved'; bytes: number; part?: Blob }
  /** Its name on the other side. */
  | { type: 'content.completed'; name: string }
  | { type: 'content.refused'; failure: TransferFailure }
  | { type: 'content.cut' }

/** Sent to the parent. */
export type TransferReport =
  /** It waits for its turn. */
  | { type: 'transfer.queued'; id: string }
  /** It has ended, so another transfer may run. */
  | { type: 'transfer.settled'; id: string }
  | { type: 'transfer.closed'; id: string }
