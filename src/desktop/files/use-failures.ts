import { useLingui } from '@lingui/react/macro'
import type { TransferFailure } from '../../machines/desktop-transfer/events.ts'

/** The page's text for each failure. */
export function useFailures(): Record<TransferFailure, string> {
  const { t } = useLingui()
  const unexpected = t`Unexpected response from the server. Reload the page. If that does not help, tell the organisers.`
  const unreadable = t`This cannot be read.`
  return {
    invalid: unexpected,
    offset: unexpected,
    tooMany: unexpected,
    unreachable: unexpected,
    refused: t`Open the desktop from the Flugzeug page.`,
    notRunning: t`The desktop was stopped.`,
    notFound: unreadable,
    unreadable,
    noDownloads: t`Cannot write to ~/Downloads.`,
    tooLarge: t`This file is too large.`,
    homeFull: t`Not enough space: delete files in the desktop first.`,
    diskFull: t`The server’s disk is full.`,
    lost: t`Could not reconnect.`,
    noFile: t`Your browser cannot read this. Pack a folder into an archive first.`,
  }
}
