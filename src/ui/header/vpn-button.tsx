import { useLingui } from '@lingui/react/macro'
import { useSelector } from '@xstate/react'
import { canPlay } from '../../domain/facts.ts'
import { useApp, useSignedIn } from '../app-context.tsx'
import { Button } from '../controls/button.tsx'
import { useOffersVpn } from '../event/use-offers-vpn.ts'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import css from './header.module.css'

/** Shown only to users with a score group, during play time, if the event has a VPN. */
export function VpnButton() {
  const { t } = useLingui()
  const { dialogs, user } = useSignedIn()
  const isPlaying = useSelector(
    useApp(),
    ({ context: { facts } }) => canPlay(facts) && !facts.isReadOnly,
  )
  const connected = useSelector(user, snapshot => snapshot.context.data?.vpn.connected)
  const offersVpn = useOffersVpn()
  if (!isPlaying || !offersVpn) return null
  return (
    <Button
      variant="ghost"
      icon={connected ? 'shieldCheck' : 'shield'}
      className={css.vpn}
      data-connected={connected || undefined}
      onClick={() => dialogs.send({ type: 'dialog.open', dialog: 'vpn' })}
    >
      <span className={css.vpnText}>VPN</span>{' '}
      <VisuallyHidden>{connected ? t`connected` : t`not connected`}</VisuallyHidden>
    </Button>
  )
}
