import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import type { FlugzeugErrorCause } from '../../api/contract.ts'
import { causeOf, readFailureOf } from '../../machines/flugzeug/selectors.ts'
import { useLoaded } from '../app-context.tsx'
import { AskForHelp } from '../event/ask-for-help.tsx'
import { Notice } from '../feedback/notice.tsx'
import { LoadFailed } from '../loading/load-failed.tsx'
import { FlugzeugFailureText } from './flugzeug-failure-text.tsx'

/** The desktop could not be read, so nobody knows whether there is one. */
export function Unreadable() {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const failure = useSelector(flugzeug, readFailureOf)
  return (
    <LoadFailed
      title={t`Your desktop could not be loaded.`}
      retry={() => flugzeug.send({ type: 'flugzeug.retry' })}
    >
      {failure && <FlugzeugFailureText code={failure.code} />}
    </LoadFailed>
  )
}

/** The server says that the desktop is in error. */
export function Broken() {
  const { t } = useLingui()
  const flugzeug = useLoaded('flugzeug')
  const cause = useSelector(flugzeug, causeOf)
  const causes: Record<FlugzeugErrorCause, string> = {
    start: t`It did not start.`,
    memory: t`It used too much memory.`,
    processes: t`It ran too many programs.`,
    disk: t`Its files took too much space.`,
    ended: t`It ended unexpectedly.`,
    unreachable: t`Its server is not reachable.`,
  }
  return (
    <Notice tone="danger" title={t`Your desktop has failed.`}>
      {cause !== null && Object.hasOwn(causes, cause) && (
        <p>{causes[cause as FlugzeugErrorCause]}</p>
      )}
      <Trans>Reset it to get a new one. You lose its files.</Trans> <AskForHelp />
    </Notice>
  )
}
