import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isFirstLoad } from '../../machines/app/selectors.ts'
import { hasFailures, isOffline, waitingRequests } from '../../machines/network/selectors.ts'
import { useApp, useAppChildren } from '../app-context.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import css from './dialogs.module.css'

/**
 * Lies over everything while the app is offline, and while every page lacks data. It closes
 * only when they are there.
 */
export function NetworkDialog() {
  const { t } = useLingui()
  const { network } = useAppChildren()
  const waiting = useSelector(network, waitingRequests)
  const offline = useSelector(network, isOffline)
  const failed = useSelector(network, hasFailures)
  const loading = useSelector(useApp(), isFirstLoad)
  return (
    <Dialog open={offline || (failed && loading)} title={t`Network connectivity issues`}>
      <div className={css.stack}>
        <p>
          <Trans>Please check your internet connection.</Trans>
        </p>
        <p className={css.waiting}>
          <Spinner />
          <Plural
            value={waiting}
            one="# request will be retried."
            other="# requests will be retried."
          />
        </p>
      </div>
    </Dialog>
  )
}
