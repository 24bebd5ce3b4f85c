import { useLingui } from '@lingui/react/macro'
import { encode } from 'uqr'
import css from './dialogs.module.css'

/** The configuration as the WireGuard app of a phone scans it. Dark on light in every scheme. */
export function VpnCode({ config }: { config: string }) {
  const { t } = useLingui()
  const { data, size } = encode(config, { border: 0 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      role="img"
      aria-label={t`QR code of your WireGuard configuration`}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={css.code}
    >
      <path d={path} fill="#000000" />
    </svg>
  )
}
