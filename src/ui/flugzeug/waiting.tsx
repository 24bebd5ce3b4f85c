import { useSelector } from '@xstate/react'
import { type WaitingStatus, waitingPhrase } from '../../machines/flugzeug/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import { Panel } from '../layout/panel.tsx'
import css from './flugzeug.module.css'
import { useWaitingTexts } from './use-waiting-texts.ts'

/** Shown while the desktop is made, starts or stops. */
export function Waiting({ status }: { status: WaitingStatus }) {
  const { phrases, long } = useWaitingTexts()[status]
  const phrase = useSelector(useLoaded('flugzeug'), waitingPhrase)
  return (
    <Panel>
      <div className={css.waiting}>
        <Spinner size="2.5rem" />
        <p role="status">{phrases[phrase] ?? long}</p>
      </div>
    </Panel>
  )
}
