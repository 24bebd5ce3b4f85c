import { Bar } from './bar.tsx'
import { DropTarget } from './files/drop-target.tsx'
import { PasteNotice } from './images/paste-notice.tsx'
import { Watchers } from './sharing/watchers.tsx'
import { SoundNotice } from './sound/sound-notice.tsx'
import { Status } from './status.tsx'
import { Withheld } from './withheld.tsx'

/** Everything over the desktop's picture. */
export function DesktopPage() {
  return (
    <>
      <Bar />
      <Watchers />
      <Withheld />
      <PasteNotice />
      <SoundNotice />
      <Status />
      <DropTarget />
    </>
  )
}
