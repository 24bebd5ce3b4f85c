import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import {
  changeFailureOf,
  hasTooMany,
  isUnread,
  readFailureOf,
  stateOf,
} from '../../../machines/instance/selectors.ts'
import { dataOf } from '../../../machines/resource/selectors.ts'
import { useSignedIn } from '../../app-context.tsx'
import { useOffersVpn } from '../../event/use-offers-vpn.ts'
import { Notice } from '../../feedback/notice.tsx'
import { KeepFocus } from '../../layout/keep-focus.tsx'
import { Panel } from '../../layout/panel.tsx'
import { ChallengeFailureText } from '../challenge-failure-text.tsx'
import { useChallenge } from '../use-challenge.ts'
import { DisconnectedNotice } from './disconnected-notice.tsx'
import { EndNotice } from './end-notice.tsx'
import { EndpointList } from './endpoint-list.tsx'
import { EnvironmentTime } from './environment-time.tsx'
import { InstanceActions } from './instance-actions.tsx'
import css from './instance-panel.module.css'
import { InstanceStatus } from './instance-status.tsx'
import { StartNote } from './start-note.tsx'
import { Usage } from './usage.tsx'

export function InstancePanel() {
  const { t } = useLingui()
  const { instance } = useChallenge()
  const state = useSelector(instance, stateOf)
  const tooMany = useSelector(instance, hasTooMany)
  const unread = useSelector(instance, isUnread)
  const failure = useSelector(instance, changeFailureOf)
  const readFailure = useSelector(instance, readFailureOf)
  const offersVpn = useOffersVpn()
  const isDisconnected = useSelector(
    useSignedIn().user,
    snapshot => dataOf(snapshot)?.vpn.connected === false,
  )
  return (
    <KeepFocus>
      <Panel icon="terminal" title={t`Environment`} aside={<InstanceStatus state={state} />}>
        <div className={css.panel}>
          {state === 'running' && <EndpointList />}
          {state === 'running' && <EnvironmentTime />}
          {state === 'starting' && <StartNote />}
          <div className={css.messages} role="status">
            {state === 'notRunning' && tooMany && (
              <Notice tone="warn" title={t`Too many environments`}>
                <Trans>Stop some environments first.</Trans>
              </Notice>
            )}
            <EndNotice />
            {failure && (
              <Notice tone="danger" title={t`That did not work.`}>
                <ChallengeFailureText code={failure.code} />
              </Notice>
            )}
            {!failure && readFailure && (
              <Notice tone="warn" title={t`The state of the environment could not be read.`}>
                <ChallengeFailureText code={readFailure.code} />
              </Notice>
            )}
          </div>
          <InstanceActions state={state} />
          {/* Before the first read, the height of what is above them is not known. */}
          {!unread && offersVpn && isDisconnected && <DisconnectedNotice />}
          {!unread && <Usage />}
        </div>
      </Panel>
    </KeepFocus>
  )
}
