import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { isOffline, waitingRequests } from '../../machines/network/selectors.ts'
import { useAppChildren } from '../app-context.tsx'
import { Dialog } from '../controls/dialog.tsx'
import { Spinner } from '../feedback/spinner.tsx'
import css from './dialogs.module.css'

/** Lies over everything while the app is offline. It closes only when the network is back. */
export function NetworkDialog() {
  const { t } = useLingui()
  const { network } = useAppChildren()
  const waiting = useSelector(network, waitingRequests)
  return (
    <Dialog open={useSelector(network, isOffline)} title={t`Network connectivity issues`}>
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
