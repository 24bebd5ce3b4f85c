import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { hasChallenge } from '../../../domain/challenge.ts'
import {
  isAborting,
  isPaused,
  isReading,
  isRequestingStart,
  isStartForbidden,
  queuePositionOf,
  readFailureOf,
  type ShownState,
} from '../../../machines/instance/selectors.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { playIcon } from '../../art/page-icons.ts'
import { Button } from '../../controls/button.tsx'
import { Skeleton } from '../../loading/skeleton.tsx'
import { useChallenge } from '../use-challenge.ts'
import css from './instance-actions.module.css'
import { RunningActions } from './running-actions.tsx'

/** The buttons for each state of the environment. */
export function InstanceActions({ state }: { state: ShownState }) {
  switch (state) {
    case 'unknown':
      return <Unknown />
    case 'notRunning':
      return <NotRunning />
    case 'starting':
      return <Starting />
    case 'running':
      return <RunningActions />
    case 'stopping':
      return <Stopping />
  }
}

/** About the height of one address, the time left and two buttons. */
const HEIGHT_OF_RUNNING = '13.5rem'

function Unknown() {
  const { instance, challenge } = useChallenge()
  // The account's stats list what runs. They are known before the environment itself has been read.
  const isListed = useSelector(useSignedIn().stats, snapshot =>
    hasChallenge(dataOf(snapshot)?.runningChallenges.running, challenge),
  )
  const failed = useSelector(instance, snapshot => readFailureOf(snapshot) !== null)
  const reading = useSelector(instance, isReading)
  if (!failed) return <Skeleton height={isListed ? HEIGHT_OF_RUNNING : 'var(--control)'} />
  return (
    <Button
      block
      icon="refresh"
      busy={reading}
      onClick={() => instance.send({ type: 'instance.retry' })}
    >
      <Trans>Try again</Trans>
    </Button>
  )
}

function NotRunning() {
  const { t } = useLingui()
  const { instance } = useChallenge()
  const can = useSelector(instance, snapshot => snapshot.can({ type: 'instance.start' }))
  const busy = useSelector(instance, isRequestingStart)
  const forbidden = useSelector(instance, isStartForbidden)
  const paused = useSelector(instance, isPaused)
  return (
    <Button
      block
      variant="primary"
      icon={forbidden || paused ? 'lock' : playIcon}
      busy={busy}
      busyLabel={t`Starting…`}
      aria-disabled={!can}
      onClick={() => instance.send({ type: 'instance.start' })}
    >
      {forbidden ? (
        <Trans>Starting Challenge Forbidden</Trans>
      ) : paused ? (
        <Trans>The event is paused</Trans>
      ) : (
        <Trans>Start</Trans>
      )}
    </Button>
  )
}

function Starting() {
  const { t } = useLingui()
  const { instance } = useChallenge()
  const aborting = useSelector(instance, isAborting)
  const waits = useSelector(instance, snapshot => queuePositionOf(snapshot) !== null)
  return (
    <div className={css.actions}>
      <Button block busy busyLabel={waits ? t`Waiting for a free place…` : t`Please wait…`} />
      <Button
        variant="ghost"
        busy={aborting}
        busyLabel={t`Aborting…`}
        onClick={() => instance.send({ type: 'instance.abort' })}
      >
        {waits ? <Trans>Leave the queue</Trans> : <Trans>Abort start</Trans>}
      </Button>
    </div>
  )
}

function Stopping() {
  const { t } = useLingui()
  return <Button block busy busyLabel={t`Stopping…`} />
}
