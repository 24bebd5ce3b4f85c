import { Bar } from './bar.tsx'
import { CopiedTextNotice } from './copied-text-notice.tsx'
import css from './desktop-page.module.css'
import { DropTarget } from './files/drop-target.tsx'
import { PasteNotice } from './images/paste-notice.tsx'
import { Watchers } from './sharing/watchers.tsx'
import { SoundNotice } from './sound/sound-notice.tsx'
import { Status } from './status.tsx'

/** Everything over the desktop's picture. */
export function DesktopPage() {
  return (
    <>
      <Bar />
      <div className={css.edge}>
        <Watchers />
        <div className={css.notices}>
          <CopiedTextNotice />
          <PasteNotice />
          <SoundNotice />
        </div>
      </div>
      <Status />
      <DropTarget />
    </>
  )
}
