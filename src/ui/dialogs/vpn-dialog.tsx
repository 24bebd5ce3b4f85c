import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { useSignedIn } from '../app-context.tsx'
import { Notice } from '../feedback/notice.tsx'
import { CopyValue } from './copy-value.tsx'
import css from './dialogs.module.css'
import { OwnDialog } from './own-dialog.tsx'
import { VpnGuide } from './vpn-guide.tsx'

export function VpnDialog() {
  const { t } = useLingui()
  const { user } = useSignedIn()
  const connected = useSelector(user, ({ context }) => context.data?.vpn.connected ?? false)
  const address = useSelector(user, ({ context }) => context.data?.vpn.ipv4Address ?? null)
  return (
    <OwnDialog title={connected ? t`VPN` : t`Connect to the VPN`}>
      <div className={css.stack}>
        {connected ? (
          <>
            <Notice tone="success" live="polite" title={t`You are connected to the VPN.`} />
            {address && <CopyValue label={t`Your IP address`} value={address} />}
          </>
        ) : (
          <VpnGuide />
        )}
        <Notice icon="info">
          <Trans>Only one device can be connected at a time.</Trans>
        </Notice>
      </div>
    </OwnDialog>
  )
}
