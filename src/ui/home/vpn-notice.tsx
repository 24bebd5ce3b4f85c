import { Trans, useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { dataOf } from '../../machines/resource/selectors.ts'
import { useSignedIn } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { Notice } from '../feedback/notice.tsx'

export function VpnNotice() {
  const { t } = useLingui()
  const { dialogs, user } = useSignedIn()
  const isConnected = useSelector(user, snapshot => dataOf(snapshot)?.vpn.connected ?? false)
  const address = useSelector(user, snapshot => dataOf(snapshot)?.vpn.ipv4Address ?? null)
  const open = () => dialogs.send({ type: 'dialog.open', dialog: 'vpn' })
  return (
    <Notice
      tone={isConnected ? 'success' : 'info'}
      icon="shieldCheck"
      title={
        isConnected ? t`You are connected to the VPN.` : t`You reach the environments over the VPN.`
      }
      action={
        <Button onClick={open}>
          {isConnected ? <Trans>Show the VPN</Trans> : <Trans>Connect to the VPN</Trans>}
        </Button>
      }
    >
      {isConnected ? (
        address && <Trans>Your IP address: {address}</Trans>
      ) : (
        <Trans>Connect before you start. Only one device can be connected at a time.</Trans>
      )}
    </Notice>
  )
}
