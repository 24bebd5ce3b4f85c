import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { changeOf, hasDesktop, isRefusalNew } from '../../machines/flugzeug/selectors.ts'
import type { ShownStatus } from '../../machines/flugzeug/status.ts'
import { useLoaded } from '../app-context.tsx'
import { playIcon, stopIcon } from '../art/page-icons.ts'
import { Button } from '../controls/button.tsx'
import { EXTENSION_NOTE_ID } from '../feedback/extension-note.tsx'
import { DesktopTime } from './desktop-time.tsx'
import css from './flugzeug.module.css'

/** The buttons for the status. A change that is being made shows on its own button. */
export function Controls({ status }: { status: ShownStatus }) {
  return (
    <div className={css.controls}>
      {status === 'running' && <DesktopTime />}
      <div className={css.buttons}>
        {(status === 'noDesktop' || status === 'stopped' || status === 'starting') && (
          <Start status={status} />
        )}
        {status === 'running' && <Extend />}
        {(status === 'running' || status === 'stopping') && <Stop status={status} />}
        <Reset />
      </div>
    </div>
  )
}

function Start({ status }: { status: ShownStatus }) {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const change = useSelector(flugzeug, changeOf)
  const can = useSelector(flugzeug, snapshot => snapshot.can({ type: 'flugzeug.start' }))
  const busy = status === 'starting' || change === 'creating' || change === 'starting'
  return (
    <Button
      variant="primary"
      icon={playIcon}
      busy={busy}
      busyLabel={t`Starting…`}
      aria-disabled={!can}
      onClick={() => flugzeug.send({ type: 'flugzeug.start' })}
    >
      <Trans>Start</Trans>
    </Button>
  )
}

function Extend() {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const shaking = useSelector(flugzeug, isRefusalNew)
  const busy = useSelector(flugzeug, snapshot => changeOf(snapshot) === 'extending')
  const can = useSelector(flugzeug, snapshot => snapshot.can({ type: 'flugzeug.extend' }))
  return (
    <Button
      icon="clock"
      shake={shaking}
      busy={busy}
      busyLabel={t`Extending…`}
      aria-disabled={!can}
      aria-describedby={EXTENSION_NOTE_ID}
      onClick={() => flugzeug.send({ type: 'flugzeug.extend' })}
    >
      <Trans>Extend runtime</Trans>
    </Button>
  )
}

function Stop({ status }: { status: ShownStatus }) {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const requesting = useSelector(flugzeug, snapshot => changeOf(snapshot) === 'stopping')
  const can = useSelector(flugzeug, snapshot => snapshot.can({ type: 'flugzeug.stop' }))
  return (
    <Button
      icon={stopIcon}
      busy={requesting || status === 'stopping'}
      busyLabel={t`Stopping…`}
      aria-disabled={!can}
      onClick={() => flugzeug.send({ type: 'flugzeug.stop' })}
    >
      <Trans>Stop</Trans>
    </Button>
  )
}

/** Asks first, since it deletes everything. */
function Reset() {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const shown = useSelector(flugzeug, hasDesktop)
  const busy = useSelector(flugzeug, snapshot => changeOf(snapshot) === 'resetting')
  const can = useSelector(flugzeug, snapshot => snapshot.can({ type: 'reset.requested' }))
  if (!shown) return null
  return (
    <Button
      icon="refresh"
      busy={busy}
      busyLabel={t`Resetting…`}
      aria-disabled={!can}
      onClick={() => flugzeug.send({ type: 'reset.requested' })}
    >
      <Trans>Reset</Trans>
    </Button>
  )
}
