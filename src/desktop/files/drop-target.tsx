import { Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isDraggedOver } from '../../machines/desktop-files/selectors.ts'
import { useActors } from '../actors.tsx'
import css from './files.module.css'

/** Says where files will go while they are dragged over the page. */
export function DropTarget() {
  const { files } = useActors()
  if (!useSelector(files, isDraggedOver)) return null
  return (
    <div className={css.target}>
      <p className={css.card}>
        <Trans>Copy to ~/Downloads</Trans>
      </p>
    </div>
  )
}
