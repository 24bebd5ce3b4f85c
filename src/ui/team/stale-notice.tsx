import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isOffline } from '../../machines/network/selectors.ts'
import { failureIn, updatedAt } from '../../machines/resource/selectors.ts'
import { useAppChildren, useSignedIn } from '../app-context.tsx'
import { Notice } from '../parts/Notice.tsx'

/** How old the team is that is shown, while it cannot be fetched. */
export function StaleNotice() {
  const { i18n } = useLingui()
  const { team } = useSignedIn()
  const offline = useSelector(useAppChildren().network, isOffline)
  const hasFailed = useSelector(team, snapshot => failureIn(snapshot) !== null)
  const time = useSelector(team, updatedAt)
  if (time === null || !(offline || hasFailed)) return null
  const clock = i18n.date(new Date(time), { timeStyle: 'medium' })
  return (
    <Notice tone="warn" icon="clock" live="polite">
      {offline ? (
        <Trans>You are offline. This is how the team was at {clock}.</Trans>
      ) : (
        <Trans>The team could not be refreshed. This is how it was at {clock}.</Trans>
      )}
    </Notice>
  )
}
