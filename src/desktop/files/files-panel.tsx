import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useRef } from 'react'
import { MAX_FILES } from '../../machines/desktop-files/machine.ts'
import { leftOutOf, listingOf, transfersOf } from '../../machines/desktop-files/selectors.ts'
import { Button } from '../../ui/controls/button.tsx'
import { fileSize } from '../../ui/text/file-size.ts'
import { useActors } from '../actors.tsx'
import { DesktopPanel } from '../panels/panel.tsx'
import css from './files.module.css'
import { HomeList } from './home-list.tsx'
import { TransferRow } from './transfer-row.tsx'

/** Files to the desktop and from it. */
export function FilesPanel() {
  const { t, i18n } = useLingui()
  const { files } = useActors()
  const input = useRef<HTMLInputElement>(null)
  const found = useSelector(files, listingOf)
  const moving = useSelector(files, transfersOf)
  const leftOut = useSelector(files, leftOutOf)
  const used = fileSize(found?.used ?? 0, i18n.locale)
  const limit = fileSize(found?.limit ?? 0, i18n.locale)
  const largest = fileSize(found?.maxFileSize ?? 0, i18n.locale)
  return (
    <DesktopPanel title={t`Files`}>
      <p className={css.note}>
        <Trans>Files that you choose or drop onto the desktop go to ~/Downloads.</Trans>
      </p>
      <div>
        <Button variant="primary" onClick={() => input.current?.click()}>
          <Trans>Choose files</Trans>
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            files.send({ type: 'files.given', files: [...(currentTarget.files ?? [])] })
            // The same file can be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      {leftOut > 0 && (
        <p className={css.failed} role="alert">
          <Plural
            value={leftOut}
            one={`# file was left out: at most ${MAX_FILES} are taken at once. Choose or drop it again.`}
            other={`# files were left out: at most ${MAX_FILES} are taken at once. Choose or drop them again.`}
          />
        </p>
      )}
      <HomeList />
      <p className={css.note}>
        {found ? (
          <Trans>
            {used} of {limit} used, at most {largest} per file
          </Trans>
        ) : (
          '\u00a0'
        )}
      </p>
      {moving.length > 0 && (
        <ul className={css.transfers}>
          {moving.map(transfer => (
            <TransferRow key={transfer.id} transfer={transfer} />
          ))}
        </ul>
      )}
    </DesktopPanel>
  )
}
