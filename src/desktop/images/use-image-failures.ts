import { useLingui } from '@lingui/react/macro'
import type { ImageFailure } from '../../machines/desktop-paste/events.ts'

/** What the page says of each failure, and what to do. */
export function useImageFailures(): Record<ImageFailure, string> {
  const { t } = useLingui()
  const unexpected = t`Unexpected response from the server. Reload the page. If that does not help, tell the organisers.`
  const busy = t`The server does not answer. Try again in a moment.`
  const silent = t`The program in the desktop did not provide its image. Copy it there again.`
  return {
    invalid: busy,
    offset: unexpected,
    unreadable: unexpected,
    notFound: unexpected,
    noDownloads: unexpected,
    homeFull: unexpected,
    diskFull: unexpected,
    tooMany: t`Another image is still on its way. Try again in a moment.`,
    unreachable: busy,
    lost: busy,
    refused: t`Open the desktop from the Flugzeug page.`,
    notRunning: t`The desktop was stopped.`,
    tooLarge: t`This image is too large. Copy a smaller part of it, or move it as a file.`,
    notPng: t`This image cannot be read. Copy it again as a PNG, or move it as a file.`,
    noImage: t`There is no image in the desktop’s clipboard.`,
    noClipboard: t`This desktop cannot exchange images, because xclip is missing on it. Move the image as a file, or tell the organisers.`,
    silent,
  }
}
