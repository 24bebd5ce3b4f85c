import { SelectOrdinal, Trans } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { queuePositionOf } from '../../../machines/instance/selectors.ts'
import { useChallenge } from '../use-challenge.ts'
import css from './instance-panel.module.css'

/** What to wait for. While the platform has no room, the position in the queue. */
export function StartNote() {
  const place = useSelector(useChallenge().instance, queuePositionOf)
  return (
    <div className={css.note} role="status">
      {place === null ? (
        <p>
          <Trans>This can take a moment. The addresses appear here.</Trans>
        </p>
      ) : (
        <>
          <p className={css.place}>
            <SelectOrdinal
              value={place}
              one="#st in the queue"
              two="#nd in the queue"
              few="#rd in the queue"
              other="#th in the queue"
            />
          </p>
          <p>
            <Trans>The platform is full. Your environment starts as soon as there is room.</Trans>
          </p>
        </>
      )}
    </div>
  )
}
