import { Trans } from '@lingui/react/macro'
import { useSignedIn } from '../../app-context.tsx'
import { Button } from '../../controls/button.tsx'
import { Notice } from '../../feedback/notice.tsx'

/** The VPN, which the environment may need, is not connected. */
export function DisconnectedNotice() {
  const { dialogs } = useSignedIn()
  return (
    <Notice
      icon="shield"
      action={
        <Button size="small" onClick={() => dialogs.send({ type: 'dialog.open', dialog: 'vpn' })}>
          <Trans>Connect</Trans>
        </Button>
      }
    >
      <Trans>The VPN is not connected. You may need it to reach the environment.</Trans>
    </Notice>
  )
}
