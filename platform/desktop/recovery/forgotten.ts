import type { Log } from '../../log.ts'
import { createSecondLook } from '../../runtime/second-look.ts'
import type { DesktopRecords, OrphanedDesktop } from '../records.ts'

interface ForgottenOptions {
  records: Pick<DesktopRecords, 'own'>
  /** Whether this replica manages it, or is about to. */
  isKnown: (desktop: OrphanedDesktop) => boolean
  open: (desktop: OrphanedDesktop) => Promise<unknown>
  log: Log
}

/**
 * Finds desktops of this replica that nothing here manages: their rows were written, and then the database failed.
 * Their users could neither use them nor make another one.
 *
 * @returns looks once; to be called again and again
 */
export function findForgotten({ records, isKnown, open, log }: ForgottenOptions) {
  const foundAgain = createSecondLook()

  return async function look(): Promise<void> {
    const found = (await records.own()).filter(one => !isKnown(one))
    for (const one of foundAgain(found)) {
      if (isKnown(one)) continue
      log.warn({ desktop: one.id }, 'a desktop was forgotten')
      await open(one)
    }
  }
}
