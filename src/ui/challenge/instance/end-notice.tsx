import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { endReasonIn } from '../../../domain/end-reason.ts'
import { endOf, hasStartFailed } from '../../../machines/instance/selectors.ts'
import { AskForHelp } from '../../event/ask-for-help.tsx'
import { Notice } from '../../feedback/notice.tsx'
import { Moment } from '../../text/moment.tsx'
import { useChallenge } from '../use-challenge.ts'

/** Shows why nothing runs any more, if the backend gives a reason. */
export function EndNotice() {
  const { t } = useLingui()
  const { instance } = useChallenge()
  const end = useSelector(instance, endOf)
  const startFailed = useSelector(instance, hasStartFailed)
  if (!end)
    return (
      startFailed && (
        <Notice tone="danger" title={t`The environment did not start.`}>
          <Trans>The start failed or was aborted. Try again.</Trans> <AskForHelp />
        </Notice>
      )
    )
  const reason = endReasonIn(end.reason)
  const neverRan = startFailed || reason === 'notStarted'
  const isExpected = reason === 'timeOver' || reason === 'interrupted' || reason === 'revoked'
  return (
    <Notice
      tone={isExpected ? 'info' : 'danger'}
      title={neverRan ? t`The environment did not start.` : t`The environment stopped.`}
    >
      <Moment time={end.at} />
      {reason !== 'unknown' && ': '}
      <Reason reason={reason} /> {!isExpected && <AskForHelp />}
    </Notice>
  )
}

function Reason({ reason }: { reason: ReturnType<typeof endReasonIn> }) {
  switch (reason) {
    case 'notStarted':
      return <Trans>The start failed.</Trans>
    case 'exited':
      return <Trans>It ended by itself.</Trans>
    case 'memory':
      return <Trans>It used more memory than it may.</Trans>
    case 'processes':
      return <Trans>It ran more processes than it may.</Trans>
    case 'disk':
      return <Trans>It used more disk space than it may.</Trans>
    case 'timeOver':
      return <Trans>Its time was over.</Trans>
    case 'interrupted':
      return <Trans>The platform was restarted.</Trans>
    case 'revoked':
      return <Trans>The organisers stopped it.</Trans>
    case 'unknown':
      return null
  }
}
