import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { visibleName } from '../../domain/desktop-file-name.ts'
import type { DesktopTransferRef } from '../../machines/desktop-transfer/machine.ts'
import {
  kindOf,
  movedOf,
  nameOf,
  sizeOf,
  statusOf,
  transferFailure,
} from '../../machines/desktop-transfer/selectors.ts'
import { Icon } from '../../ui/art/icon.tsx'
import { arrowRightIcon, downloadIcon } from '../../ui/art/page-icons.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { focusFirstButton } from '../panels/move-focus.ts'
import css from './files.module.css'
import { inMegabytes } from './megabytes.ts'
import { useFailures } from './use-failures.ts'

/** One file on its way, with its progress. */
export function TransferRow({ transfer }: { transfer: DesktopTransferRef }) {
  const { t, i18n } = useLingui()
  const failures = useFailures()
  const status = useSelector(transfer, statusOf)
  const name = visibleName(useSelector(transfer, nameOf))
  const isUpload = useSelector(transfer, kindOf) === 'upload'
  const failure = useSelector(transfer, transferFailure)
  const size = useSelector(transfer, sizeOf)
  const moved = useSelector(transfer, movedOf)
  const isOver = status === 'completed' || status === 'failed'
  const progress = `${inMegabytes(moved, i18n.locale)} / ${inMegabytes(size, i18n.locale)}`
  const words = {
    waiting: t`Waiting…`,
    moving: '',
    interrupted: t`Connection lost. Reconnecting…`,
    completed: isUpload ? '~/Downloads' : t`Downloaded`,
    failed: failure ? failures[failure] : '',
    closed: '',
  }
  return (
    <li className={css.transfer}>
      <Icon name={isUpload ? arrowRightIcon : downloadIcon} size="1rem" />
      <div className={css.about}>
        <bdi className={css.name} translate="no">
          {name}
        </bdi>
        {!isOver && (
          <progress className={css.progress} aria-label={name} max={size} value={moved} />
        )}
        <span className={status === 'failed' ? css.failed : css.note}>
          {/* Screen readers would read each part of the progress. */}
          <span role="status">{words[status]}</span>
          {status === 'interrupted' && ' '}
          {(status === 'moving' || status === 'interrupted') && <span>{progress}</span>}
        </span>
      </div>
      {status === 'failed' && (
        <Button
          size="small"
          onClick={event => {
            focusFirstButton(event)
            transfer.send({ type: 'transfer.retry' })
          }}
        >
          <Trans>Try again</Trans>
        </Button>
      )}
      <IconButton
        icon="close"
        size="small"
        label={t`Remove ${name}`}
        onClick={event => {
          focusFirstButton(event)
          transfer.send({ type: 'transfer.close' })
        }}
      />
    </li>
  )
}
