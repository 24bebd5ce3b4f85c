import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { visibleName } from '../../domain/desktop-file-name.ts'
import {
  folderPathOf,
  type HomeEntry,
  isReading,
  listFailureOf,
  listingOf,
} from '../../machines/desktop-files/selectors.ts'
import { arrowRightIcon, downloadIcon } from '../../ui/art/page-icons.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { fileSize } from '../../ui/text/file-size.ts'
import { useActors } from '../actors.tsx'
import { focusFirstButton } from '../panels/move-focus.ts'
import css from './files.module.css'
import { useFailures } from './use-failures.ts'

/** The folder of the home that is open. */
export function HomeList() {
  const { t } = useLingui()
  const { files } = useActors()
  const failures = useFailures()
  const path = useSelector(files, folderPathOf)
  const found = useSelector(files, listingOf)
  const failure = useSelector(files, listFailureOf)
  const reading = useSelector(files, isReading)
  const title = visibleName(['~', ...path].join('/'))
  return (
    <section aria-label={title} aria-busy={reading}>
      <div className={css.head}>
        <IconButton
          icon={arrowRightIcon}
          size="small"
          className={css.up}
          label={t`Up one folder`}
          aria-disabled={path.length === 0 || undefined}
          onClick={() => files.send({ type: 'folder.leave' })}
        />
        <bdi className={css.path} translate="no">
          {title}
        </bdi>
        <IconButton
          icon="refresh"
          size="small"
          label={t`Reload`}
          onClick={() => files.send({ type: 'files.refresh' })}
        />
      </div>
      <div className={css.box}>
        {failure && (
          <p className={css.failed} role="alert">
            {failures[failure]}{' '}
            <Button
              size="small"
              onClick={event => {
                focusFirstButton(event)
                files.send({ type: 'files.refresh' })
              }}
            >
              <Trans>Try again</Trans>
            </Button>
          </p>
        )}
        {!failure && !found && <Spinner size="1.5rem" />}
        {found?.entries.length === 0 && (
          <p className={css.note}>
            <Trans>This folder is empty.</Trans>
          </p>
        )}
        {found && (
          <ul className={css.entries}>
            {found.entries.map(entry => (
              <Entry key={entry.name} entry={entry} />
            ))}
          </ul>
        )}
        {found?.isCut && (
          <p className={css.note}>
            <Trans>More files are not shown.</Trans>
          </p>
        )}
      </div>
    </section>
  )
}

function Entry({ entry: { name, kind, bytes } }: { entry: HomeEntry }) {
  const { t, i18n } = useLingui()
  const { files } = useActors()
  const shown = visibleName(name)
  return (
    <li className={css.entry}>
      {kind === 'folder' ? (
        <button
          type="button"
          className={css.folder}
          onClick={event => {
            focusFirstButton(event)
            files.send({ type: 'folder.enter', name })
          }}
        >
          <bdi translate="no">{shown}</bdi>/
        </button>
      ) : (
        <bdi className={kind === 'file' ? css.name : css.note} translate="no">
          {shown}
        </bdi>
      )}
      {bytes !== null && (
        <>
          <span className={css.size}>{fileSize(bytes, i18n.locale)}</span>
          <IconButton
            icon={downloadIcon}
            size="small"
            label={t`Download ${shown}`}
            onClick={() => files.send({ type: 'file.fetch', name, size: bytes })}
          />
        </>
      )}
    </li>
  )
}
