import { useLingui } from '@lingui/react/macro'
import { QrCode } from '../art/qr-code.tsx'

/** The configuration as the WireGuard app of a phone scans it. */
export function VpnCode({ config }: { config: string }) {
  const { t } = useLingui()
  return <QrCode text={config} label={t`QR code of your WireGuard configuration`} />
}
