import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { vpnOf } from '../../machines/dialogs/selectors.ts'
import { loadedRef } from '../../machines/on-demand.ts'
import type { VpnRef, VpnRefusal } from '../../machines/vpn/machine.ts'
import {
  isConfigSaved,
  isFetchingCode,
  isSavingConfig,
  shownConfig,
  vpnFailure,
  vpnRefusal,
} from '../../machines/vpn/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { downloadIcon, qrIcon } from '../art/page-icons.ts'
import { Button } from '../controls/button.tsx'
import { FailureText } from '../feedback/failure-text.tsx'
import { Notice } from '../feedback/notice.tsx'
import css from './dialogs.module.css'
import { VpnCode } from './vpn-code.tsx'

export function VpnConfig() {
  const vpn = useSelector(useSignedIn().dialogs, vpnOf)
  const loaded = useSelector(vpn, () => vpn && loadedRef(vpn))
  return loaded ? <Config vpn={loaded} /> : null
}

function Config({ vpn }: { vpn: VpnRef }) {
  const { t } = useLingui()
  const refusal = useSelector(vpn, vpnRefusal)
  const failure = useSelector(vpn, vpnFailure)
  const config = useSelector(vpn, shownConfig)
  const toggleCode = { type: config === null ? 'vpn.showCode' : 'vpn.hideCode' } as const
  // Only one download runs at a time: the machine ignores another request meanwhile.
  const canDownload = useSelector(vpn, snapshot => snapshot.can({ type: 'vpn.download' }))
  const canToggleCode = useSelector(vpn, snapshot => snapshot.can(toggleCode))
  const refusals: Record<VpnRefusal, string> = {
    NO_ACCOUNT: t`You need an account in this event to use the VPN.`,
    NO_SCORE_GROUP_SELECTED: t`Choose a score group first.`,
    TIME_RESTRICTED: t`The VPN is open during play time only.`,
    NOT_FOUND: t`This event has no VPN. You reach its environments without one.`,
  }
  return (
    <>
      <div className={css.row}>
        <Button
          variant="primary"
          icon={downloadIcon}
          busy={useSelector(vpn, isSavingConfig)}
          aria-disabled={!canDownload}
          onClick={() => vpn.send({ type: 'vpn.download' })}
        >
          guidon.conf
        </Button>
        <Button
          icon={qrIcon}
          aria-expanded={config !== null}
          busy={useSelector(vpn, isFetchingCode)}
          aria-disabled={!canToggleCode}
          onClick={() => vpn.send(toggleCode)}
        >
          {config === null ? <Trans>QR code for a phone</Trans> : <Trans>Hide the QR code</Trans>}
        </Button>
      </div>
      {config !== null && <VpnCode config={config} />}
      <p role="status" className={css.muted}>
        {useSelector(vpn, isConfigSaved) && <Trans>The configuration was downloaded.</Trans>}
      </p>
      {refusal && (
        <Notice
          tone={refusal === 'NOT_FOUND' ? 'info' : 'danger'}
          live={refusal === 'NOT_FOUND' ? 'polite' : 'assertive'}
        >
          {refusals[refusal]}
        </Notice>
      )}
      {failure && (
        <Notice
          tone="danger"
          live="assertive"
          title={t`The configuration could not be downloaded.`}
        >
          <FailureText code={failure.code} />
        </Notice>
      )}
      <p className={css.muted}>
        <Trans>It contains your private key. Do not share it.</Trans>
      </p>
    </>
  )
}
