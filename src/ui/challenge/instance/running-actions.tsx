import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import {
  isExtending,
  isRefusalNew,
  isRequestingStop,
} from '../../../machines/instance/selectors.ts'
import { stopIcon } from '../../art/page-icons.ts'
import { Button } from '../../controls/button.tsx'
import { EXTENSION_NOTE_ID } from '../../feedback/extension-note.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './instance-actions.module.css'

export function RunningActions() {
  const { t } = useLingui()
  const { instance } = useChallenge()
  const canExtend = useSelector(instance, snapshot => snapshot.can({ type: 'instance.extend' }))
  const canStop = useSelector(instance, snapshot => snapshot.can({ type: 'instance.stop' }))
  return (
    <div className={css.actions}>
      <Button
        block
        icon="clock"
        shake={useSelector(instance, isRefusalNew)}
        busy={useSelector(instance, isExtending)}
        busyLabel={t`Extending…`}
        aria-disabled={!canExtend}
        aria-describedby={EXTENSION_NOTE_ID}
        onClick={() => instance.send({ type: 'instance.extend' })}
      >
        <Trans>Extend runtime</Trans>
      </Button>
      <Button
        block
        variant="danger"
        icon={stopIcon}
        busy={useSelector(instance, isRequestingStop)}
        busyLabel={t`Stopping…`}
        aria-disabled={!canStop}
        onClick={() => instance.send({ type: 'instance.stop' })}
      >
        <Trans>Stop</Trans>
      </Button>
    </div>
  )
}
